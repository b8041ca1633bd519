"use client";
import { startTransition, useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { CopyButton } from "./copy-button.tsx";

/** A copy button in each element of the page that matches. For pages whose elements React did not make in the browser. */
export function CopyButtons({ selector }: { selector: string }) {
  const [places, setPlaces] = useState<readonly Element[]>([]);
  // The buttons are not urgent.
  useEffect(() => startTransition(() => setPlaces([...document.querySelectorAll(selector)])), [selector]);
  return places.map((place) => createPortal(<CopyButton />, place));
}
