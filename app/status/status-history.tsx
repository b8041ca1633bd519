import type { HistoryView } from "@/lib/site/live/status/history.ts";
import { barHeads, historyWords } from "@/lib/site/live/status/words.ts";
import { DayBar } from "../parts/day-bar.tsx";
import { Sentence } from "../parts/sentence.tsx";
import { TableFrame } from "../parts/table-frame.tsx";

const key = [
  ["open", "open"],
  ["halted", "halted"],
  ["disputed", "sources disagree"],
  ["unwatched", "not checked"],
] as const;

/** What a mark means, and the bars. */
export function HistoryBars({ history: { firstDay, bars } }: { history: Pick<HistoryView, "firstDay" | "bars"> }) {
  return (
    <>
      <div className="key" data-markdown-ignore="">
        <span>
          One mark is one day, from {firstDay} UTC to today. Point at one, or open the list below, to read more.
        </span>
        {key.map(([state, word]) => (
          <span key={state}>
            <svg viewBox="0 0 8 10" aria-hidden="true">
              <path
                className={state}
                d={state === "halted" ? "M0 0h8v10h-8z" : state === "disputed" ? "M0 1h8v9h-8z" : "M0 2.4h8v7.6h-8z"}
              />
            </svg>
            {word}
          </span>
        ))}
      </div>
      <Bars bars={bars} />
    </>
  );
}

function Bars({ bars }: Pick<HistoryView, "bars">) {
  return (
    <TableFrame label={historyWords.title}>
      <table className="bars" aria-label={historyWords.title}>
        <thead>
          <tr>
            {barHeads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {bars.map(({ name, trading, signing, watched }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td data-label="Trading">
                <DayBar bar={trading} label={`${name}, trading`} />
                <span>
                  <Sentence text={trading.share} />
                </span>
              </td>
              <td data-label="Signing">
                <DayBar bar={signing} label={`${name}, signing`} />
                <span>
                  <Sentence text={signing.share} />
                </span>
              </td>
              <td data-label="Checked">
                <Sentence text={watched} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableFrame>
  );
}
