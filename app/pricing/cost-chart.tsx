import { type CostChart as Chart, chartBox } from "@/lib/site/prose/cost-chart.ts";

/** The cost curve. The table below it has the same points. */
export function CostChart({ chart }: { chart: Chart }) {
  const { label, line, first, least, last, arms, ticks } = chart;
  const [fixed, pools] = arms;
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
      <path d={line} />
      <circle cx={least.x} cy={least.y} r="4" />
      <text className="mark" x={first.x} y={first.y - 8}>
        {first.text}
      </text>
      <text className="mark" x={last.x} y={last.y - 8} textAnchor="end">
        {last.text}
      </text>
      <text className="mark" x={least.x} y={least.y + 22} textAnchor="middle">
        {least.text}
      </text>
      <text x={fixed.x + 10} y={fixed.y}>
        {fixed.text}
      </text>
      <text x={pools.x - 10} y={pools.y} textAnchor="end">
        {pools.text}
      </text>
    </svg>
  );
}
