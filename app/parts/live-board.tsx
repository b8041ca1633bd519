import type { State } from "@/lib/render/blocks.ts";
import { boardLabel } from "@/lib/say/board.en.ts";
import { Verdict } from "./verdict.tsx";

interface LiveBoardFigure {
  readonly label: string;
  readonly value: React.ReactNode;
}

interface LiveBoardProps {
  readonly state: State;
  readonly verdict: React.ReactNode;
  readonly form: React.ReactNode;
  readonly figures: readonly LiveBoardFigure[];
  readonly isSample: boolean;
  readonly children: React.ReactNode;
}

export function LiveBoard(props: LiveBoardProps) {
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
