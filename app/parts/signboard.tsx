import type { State } from "@/lib/render/blocks.ts";
import { boardLabel } from "@/lib/say/board.en.ts";
import { Verdict } from "./verdict.tsx";

interface SignboardFigure {
  readonly label: string;
  readonly value: React.ReactNode;
}

interface SignboardProps {
  readonly state: State;
  readonly verdict: React.ReactNode;
  readonly form: React.ReactNode;
  readonly figures: readonly SignboardFigure[];
  readonly isSample: boolean;
  readonly children: React.ReactNode;
}

export function Signboard(props: SignboardProps) {
  const { state, verdict, form, figures, isSample, children } = props;
  return (
    <section
      className="signboard"
      data-state={state}
      data-sample={isSample ? "" : undefined}
      aria-label={boardLabel}
    >
      <Verdict state={state}>{verdict}</Verdict>
      {form}
      <dl>
        {figures.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {children}
    </section>
  );
}
