import type { StepStatus, TimelineStep } from "@/lib/site/live/track/timeline.ts";
import { StageShape, type StageState } from "../parts/stage-shape.tsx";

/** The steps of a swap. Each is a part of its own, so the script marks only changed steps. */
export function Steps({ steps }: { steps: readonly TimelineStep[] }) {
  return (
    <ol className="timeline">
      {steps.map(({ step, name, status, word, text, wait }) => (
        <li
          key={step}
          id={`step-${step}`}
          data-part="mark"
          data-state={states[status]}
          aria-current={status === "now" ? "step" : undefined}
        >
          <StageShape state={states[status]} />
          <div>
            <p className="stage">
              {name}
              <span>{word === null ? "." : `: ${word}.`}</span>
            </p>
            <p className="detail">{[text, wait].filter(Boolean).join(" ")}</p>
          </div>
        </li>
      ))}
    </ol>
  );
}

const states: Readonly<Record<StepStatus, StageState>> = {
  done: "done",
  now: "now",
  held: "stopped",
  ahead: "waiting",
  skipped: "skipped",
  unknown: "unknown",
};
