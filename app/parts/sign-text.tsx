import type { StatusView } from "@/lib/site/live/status/view.ts";
import { Paragraph, Sentence } from "./sentence.tsx";
import { StateShape } from "./verdict.tsx";

export function SignText({
  view: { lines, told, day },
}: {
  view: Pick<StatusView, "lines" | "told" | "day">;
}) {
  return (
    <>
      {lines.length > 0 && (
        <ul className="lines">
          {lines.map(({ state, text }) => (
            <li key={text}>
              <StateShape state={state} />
              <span>
                <Sentence text={text} day={day} />
              </span>
            </li>
          ))}
        </ul>
      )}
      {told !== "" && <Paragraph text={told} day={day} />}
    </>
  );
}
