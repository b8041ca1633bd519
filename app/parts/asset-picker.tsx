"use client";
import { useEffect } from "react";
import { watchAssetFields } from "@/lib/site/live/assets/picker.ts";

export function AssetPicker({ assetsUrl }: { assetsUrl: string }) {
  useEffect(() => watchAssetFields(assetsUrl), [assetsUrl]);
  return null;
}
