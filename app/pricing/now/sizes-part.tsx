import { renderHtml } from "@/app/render-html.ts";
import { type PageRefusal, problemText } from "@/lib/http/problem.ts";
import { getSizesView } from "@/lib/runtime/live-quote.ts";
import { formatSpan } from "@/lib/say/figures.en.ts";
import type { SizesView } from "@/lib/site/live/quote/sizes.ts";
import { refreshedParts } from "@/lib/site/live/read-part.ts";
import { Sentence } from "../../parts/sentence.tsx";
import { TableFrame } from "../../parts/table-frame.tsx";
import { StateShapes, Verdict } from "../../parts/verdict.tsx";

/**
 * Renders the HTML body of /pricing/now. The script of /pricing loads this HTML and inserts only
 * `SizesPart` into the page. Without scripts, an `<iframe>` in /pricing shows /pricing/now.
 */
export async function renderSizes(): Promise<string> {
  const sizesView = await getSizesView();
  return renderHtml(
    <>
      <StateShapes />
      <main>
        <SizesPart view={sizesView} />
      </main>
    </>,
  );
}

export function renderRefusal({ problem }: PageRefusal): Promise<string> {
  return renderHtml(
    <main>
      <p>{problemText(problem)}</p>
    </main>,
  );
}

function SizesPart({ view }: { view: SizesView }) {
  const { sign, notes, rows, asOf, ageSeconds } = view;
  return (
    <div id={refreshedParts["/pricing/now"]} className="sizes">
      <p>
        <Verdict state={sign.shape}>
          <strong>{sign.word}</strong>: <Sentence text={sign.text} />
        </Verdict>
      </p>
      {notes.map((text) => (
        <p key={text}>
          <Sentence text={text} />
        </p>
      ))}
      <TableFrame label="What four swaps from BTC to ETH cost now">
        <table>
          <thead>
            <tr>
              <th scope="col">You send</th>
              <th scope="col">You receive</th>
              <th scope="col">Total cost</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ quote, received, cost }) => (
              <tr key={quote.label}>
                <th scope="row">
                  {/* This table may be in an `<iframe>`. `_top` opens the link outside it. */}
                  <a href={quote.href} rel="nofollow" target="_top">
                    {quote.label}
                  </a>
                </th>
                <td>{received}</td>
                <td>
                  <Sentence text={cost} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableFrame>
      <p className="age">
        <Sentence text={asOf} /> Ask again right before you send.{" "}
        {ageSeconds !== null && <Age seconds={ageSeconds} />}
      </p>
    </div>
  );
}

function Age({ seconds }: { seconds: number }) {
  return (
    <span data-age={seconds}>
      <Sentence text={`The block was ${formatSpan(Math.ceil(seconds))} old when it was read.`} />
    </span>
  );
}
