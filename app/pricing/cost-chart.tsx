import { type CostChart as Chart, chartBox } from "@/lib/site/prose/cost-chart.ts";

/** The cost curves, and what is drawn beside them. The table below them has the same points. */
export function CostChart({ chart, children }: { chart: Chart; children?: React.ReactNode }) {
  const { label, split, single, first, splitEnd, singleEnd, ticks } = chart;
  const { width, height, left, right, base } = chartBox;
  return (
    <svg className="chart" role="img" aria-label={label} viewBox={`0 0 ${width} ${height}`}>
      <path className="axis" d={`M${left} ${base}H${right}`} />
      {ticks.map(({ x, y, text }, index) => (
        <text
          key={text}
          x={x}
          y={y + 18}
          textAnchor={index === 0 ? "start" : index + 1 < ticks.length ? "middle" : "end"}
        >
          {text}
        </text>
      ))}
      <text x={width / 2} y={height - 8} textAnchor="middle">
        US dollars sent. Both scales are logarithmic.
      </text>
      <path className="other" d={single} />
      <path d={split} />
      <text className="mark" x={first.x} y={first.y - 8}>
        {first.text}
      </text>
      <text className="mark" x={splitEnd.x} y={splitEnd.y + 18} textAnchor="end">
        {splitEnd.text}
      </text>
      <text className="mark" x={singleEnd.x} y={singleEnd.y - 8} textAnchor="end">
        {singleEnd.text}
      </text>
      {children}
    </svg>
  );
}
