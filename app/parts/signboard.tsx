import { type State, Verdict } from "./verdict.tsx";

interface SignboardFigure {
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
  children?: React.ReactNode;
}) {
  const { state, verdict, figures = [], sample = false, children } = props;
  return (
    <section
      className="signboard"
      data-state={state}
      data-sample={sample ? "" : undefined}
      aria-label="State of the network"
    >
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
