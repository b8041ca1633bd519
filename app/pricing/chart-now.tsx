"use client";
import type { CostChart } from "@/lib/site/prose/cost-chart.ts";
import { placeOn } from "@/lib/site/prose/log-scale.ts";
import { useSizes } from "./use-sizes.ts";

/** `address`: of the part with today's costs. The place and the text are those of the key. */
type ChartNowProps = Pick<CostChart, "across" | "up"> & CostChart["key"] & { readonly address: string };

/** The costs of now as circles beside the recorded lines. Nothing is drawn without them, or outside the picture. */
export function ChartNow({ address, across, up, x, y, text }: ChartNowProps) {
  const points = useSizes(address)?.part?.querySelectorAll<HTMLElement>("[data-dollars]") ?? [];
  const places = [...points].flatMap(({ dataset }) => {
    const [dollars, centiBps] = [Number(dataset.dollars), Number(dataset.centiBps)];
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
        {text}
      </text>
    </g>
  );
}
