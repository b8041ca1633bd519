import type { Step } from "@/lib/render/blocks.ts";

/** Steps of a swap. The script of /track finds them by `data-part` and highlights changed steps. */
export function Steps({ steps }: { steps: readonly Step[] }) {
  return (
    <ol className="timeline">
      {steps.map(({ id, name, status, word, text }) => (
        <li
          key={id}
          id={`step-${id}`}
          data-part="mark"
          data-state={shapeNames[status]}
          aria-current={status === "now" ? "step" : undefined}
        >
          <svg viewBox="0 0 24 24" aria-hidden="true">
            {shapes[shapeNames[status]]}
          </svg>
          <div>
            <p className="stage">
              {name}
              <span>{word === null ? "." : `: ${word}.`}</span>
            </p>
            {text !== "" && <p className="detail">{text}</p>}
          </div>
        </li>
      ))}
    </ol>
  );
}

const shapeNames: Readonly<Record<Step["status"], keyof typeof shapes>> = {
  done: "done",
  now: "now",
  held: "warned",
  ahead: "waiting",
  skipped: "skipped",
  unknown: "unknown",
};

const shapes = {
  done: (
    <>
      <circle cx="12" cy="12" r="9" fill="currentColor" />
      <path d="m8 12.2 2.8 2.8L16 9.4" fill="none" stroke="var(--paper)" strokeWidth="2" />
    </>
  ),
  now: (
    <>
      <circle cx="12" cy="12" r="8" fill="var(--paper)" stroke="currentColor" strokeWidth="2" />
      <circle cx="12" cy="12" r="4.5" fill="currentColor" />
    </>
  ),
  waiting: (
    <circle cx="12" cy="12" r="5" fill="var(--paper)" stroke="currentColor" strokeWidth="2" />
  ),
  warned: <path d="M12 3.5 21.5 20h-19z" fill="currentColor" />,
  skipped: <path d="M7 12h10" fill="none" stroke="currentColor" strokeWidth="2" />,
  unknown: (
    <path
      d="M12 4.4 19.6 12 12 19.6 4.4 12z"
      fill="var(--paper)"
      stroke="currentColor"
      strokeWidth="2"
    />
  ),
};
