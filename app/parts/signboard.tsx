import { type State, Verdict } from "./verdict.tsx";

export interface SignboardFigure {
  readonly label: string;
  readonly value: React.ReactNode;
}

/** The loud sign with a page's verdict in words and its figures; `children` stand below (what to do now, a link). */
export function Signboard(props: {
  state: State;
  verdict: React.ReactNode;
  figures?: readonly SignboardFigure[];
  /** Of the sample network: the board wears its tape. */
  sample?: boolean;
  /** Names the board for those who do not see it. */
  label?: string;
  children?: React.ReactNode;
}) {
  const { state, verdict, figures = [], sample = false, label = "State of the network", children } = props;
  return (
    <section className="signboard" data-state={state} data-sample={sample ? "" : undefined} aria-label={label}>
      <Verdict state={state}>{verdict}</Verdict>
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
