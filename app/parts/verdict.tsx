import type { SignShape } from "@/lib/site/live/sign-shape.ts";

export type State = SignShape | "scheduled" | "stale";

/** A verdict as a shape and words. The colour only repeats them. */
export function Verdict({ state, children }: { state: State; children: React.ReactNode }) {
  return (
    <span className="verdict" data-state={state}>
      <StateShape state={state} />
      <span>{children}</span>
    </span>
  );
}

const triangle = <path d="M8 1.2 15.4 14.4H.6z" fill="currentColor" stroke="currentColor" strokeLinejoin="round" />;

export const shapes: Record<State, React.ReactNode> = {
  open: <circle cx="8" cy="8" r="7" fill="currentColor" />,
  halted: <path d="M5.1 1h5.8L15 5.1v5.8L10.9 15H5.1L1 10.9V5.1z" fill="currentColor" />,
  costly: triangle,
  warned: triangle,
  unknown: <path d="M8 1.4 14.6 8 8 14.6 1.4 8z" fill="none" stroke="currentColor" strokeWidth="2" />,
  scheduled: <path d="M8 8V1a7 7 0 1 0 7 7z" fill="currentColor" />,
  stale: <circle cx="8" cy="8" r="6" fill="none" stroke="currentColor" strokeWidth="2" strokeDasharray="3.2 3.08" />,
};

/** The shape of a state, in the colour and size of the surrounding text. */
export function StateShape({ state }: { state: State }) {
  return (
    <svg aria-hidden="true">
      <use href={`#state-${state}`} />
    </svg>
  );
}

/** The drawings of all shapes. The layout has them once, and every `StateShape` refers to them. */
export function StateShapes() {
  return (
    <svg className="unseen" aria-hidden="true">
      {Object.entries(shapes).map(([state, shape]) => (
        <symbol key={state} id={`state-${state}`} viewBox="0 0 16 16">
          {shape}
        </symbol>
      ))}
    </svg>
  );
}
