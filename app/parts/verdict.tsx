import type { State } from "@/lib/render/blocks.ts";
import { type Drawing, drawings } from "@/lib/site/live/state-icon.ts";

export function Verdict({ state, children }: { state: State; children: React.ReactNode }) {
  return (
    <span className="verdict" data-state={state}>
      <StateShape state={state} />
      <span>{children}</span>
    </span>
  );
}

export function Shape({ drawing: [Tag, attributes] }: { drawing: Drawing }) {
  return <Tag {...attributes} />;
}

export function StateShape({ state }: { state: State }) {
  return (
    <svg aria-hidden="true">
      <use href={`#state-${state}`} />
    </svg>
  );
}

export function StateShapes() {
  return (
    <svg className="unseen" aria-hidden="true">
      {Object.entries(drawings).map(([state, drawing]) => (
        <symbol key={state} id={`state-${state}`} viewBox="0 0 16 16">
          <Shape drawing={drawing} />
        </symbol>
      ))}
    </svg>
  );
}
