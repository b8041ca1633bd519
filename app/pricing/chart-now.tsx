"use client";
import type { ExampleSwap } from "@/lib/site/pages/live-examples.ts";
import { type LogScale, placeOn } from "@/lib/site/prose/log-scale.ts";
import { useExamples } from "./use-examples.ts";

interface ChartNowProps {
  readonly swaps: readonly ExampleSwap[];
  readonly across: LogScale;
  readonly up: LogScale;
  /** Where the key is written. */
  readonly x: number;
  readonly y: number;
}

/** The costs of now as circles beside the recorded lines. Nothing is drawn without them, or outside the picture. */
export function ChartNow({ swaps, across, up, x, y }: ChartNowProps) {
  const points = useExamples(swaps)?.answers.flatMap(({ point }) => point ?? []) ?? [];
  const places = points.flatMap(({ dollars, centiBps }) => {
    const place = { x: placeOn(across, dollars), y: placeOn(up, centiBps) };
    const isInside =
      dollars >= across.values[0] && dollars <= across.values[1] && place.y >= 0 && place.y <= up.places[0] + 34;
    return isInside ? [place] : [];
  });
  if (places.length === 0) return null;
  return (
    <g data-live="">
      {places.map((place) => (
        <circle key={place.x} cx={place.x} cy={place.y} r="4" />
      ))}
      <circle cx={x + 4} cy={y - 4} r="4" />
      <text x={x + 14} y={y}>
        now
      </text>
    </g>
  );
}
