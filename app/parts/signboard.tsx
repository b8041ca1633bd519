import type { State } from "@/lib/render/blocks.ts";
import { boardLabel } from "@/lib/say/board.en.ts";
import { Verdict } from "./verdict.tsx";

export function Signboard(props: {
  state: State;
  verdict: React.ReactNode;
  ask?: React.ReactNode;
  figures?: readonly { readonly label: string; readonly value: React.ReactNode }[];
  sample?: boolean;
  children?: React.ReactNode;
}) {
  const { state, verdict, ask, figures = [], sample = false, children } = props;
  return (
    <section
      className="signboard"
      data-state={state}
      data-sample={sample ? "" : undefined}
      aria-label={boardLabel}
    >
      <Verdict state={state}>{verdict}</Verdict>
      {ask}
      {figures.length > 0 && (
        <dl>
          {figures.map(({ label: name, value }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {children}
    </section>
  );
}
