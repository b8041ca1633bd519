import { trackPoll } from "@/lib/site/live/track-poll.ts";
import { feeHeads, paymentHeads, type Row } from "@/lib/site/live/track-rows.ts";
import type { SwapView } from "@/lib/site/live/track-view.ts";
import { words } from "@/lib/site/live/track-words.ts";
import { Instant, Value } from "./cell.tsx";
import { Steps } from "./steps.tsx";

/** One swap. What `trackPoll` refreshes are the parts; their ids and order are its contract. */
export function Swap({ swap, quote }: { swap: SwapView; quote: string }) {
  const { reason, steps, fees } = swap;
  return (
    <div
      id="swap"
      className="swap"
      data-tone={swap.tone}
      data-self={swap.self}
      data-poll={swap.pollSeconds ?? undefined}
    >
      <p id="stale" className="note" hidden suppressHydrationWarning>
        {words.notCurrent} <Instant at={swap.readAt} />.
      </p>
      <div id="parts">
        <div id="board" data-part="mark" role="status">
          <section className="signboard" data-tone={swap.tone} aria-label="State of the swap">
            <h2 className="verdict">{swap.headline}</h2>
            <p>{swap.explanation}</p>
            <p>{swap.advice}</p>
          </section>
        </div>
        <div id="when" data-part="quiet">
          {swap.stale !== null && (
            <p className="note">
              <strong>{words.stale}</strong> {swap.stale}
            </p>
          )}
          <p>
            {words.readAt} <Instant at={swap.readAt} />. {swap.pace}{" "}
            <a id="again" href={swap.self}>
              {words.again}
            </a>
          </p>
        </div>
        <p>
          {words.address} <code>{swap.address}</code>
        </p>
        <h2>{words.steps}</h2>
        {steps.length === 0 ? <p>{words.noSteps}</p> : <Steps steps={steps} />}
        <p id="wait" data-part="mark">
          {swap.wait}
        </p>
        <h2>{words.payments}</h2>
        <div id="payments" data-part="mark">
          <Table caption={words.payments} heads={paymentHeads} rows={swap.payments} />
        </div>
        <p>{swap.explorers}</p>
        <div id="reason" data-part="mark">
          {reason && <Reason reason={reason} quote={quote} />}
        </div>
        <h2>{words.fees}</h2>
        <div id="fees" data-part="mark">
          {fees.length === 0 ? <p>{words.noFees}</p> : <Table caption={words.fees} heads={feeHeads} rows={fees} />}
        </div>
        <h2>{words.details}</h2>
        <div id="details" data-part="quiet">
          <Table
            caption={words.details}
            heads={["Fact", "Value"]}
            rows={swap.details.map(([label, value]) => ({ id: label, cells: [{ text: label }, value] }))}
          />
        </div>
      </div>
      <p id="asks" hidden suppressHydrationWarning>
        {words.asks}
      </p>
      <script>{trackPoll}</script>
    </div>
  );
}

function Reason({ reason, quote }: { reason: NonNullable<SwapView["reason"]>; quote: string }) {
  return (
    <>
      <h2>{reason.heading}</h2>
      <p>{reason.meaning}</p>
      <p>{reason.quote === null ? words.noQuote : words.quote}</p>
      {reason.quote !== null && (
        <blockquote>
          <p>
            <code>{reason.quote}</code>
          </p>
        </blockquote>
      )}
      {reason.cause !== null && (
        <p>
          {words.cause} {reason.cause}
        </p>
      )}
      <p>
        {reason.next} <a href={quote}>{words.newQuote}</a>
      </p>
    </>
  );
}

function Table({ caption, heads, rows }: { caption: string; heads: readonly string[]; rows: readonly Row[] }) {
  return (
    <table aria-label={caption}>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, cells }) => (
          <tr key={id}>
            {heads.map((head, index) => {
              const cell = cells[index] ?? { text: "unknown" };
              return index === 0 ? (
                <th key={head} scope="row">
                  <Value cell={cell} />
                </th>
              ) : (
                <td key={head} data-label={head}>
                  <Value cell={cell} />
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
