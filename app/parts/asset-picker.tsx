"use client";
import { useEffect } from "react";
import { watchAssetFields } from "@/lib/site/live/assets/picker.ts";

/** The fields for assets get lists that can be searched. */
export function AssetPicker({ assetsUrl }: { assetsUrl: string }) {
  useEffect(() => watchAssetFields(assetsUrl), [assetsUrl]);
  return null;
}
