import type { TrackView } from "@/lib/site/live/track-view.ts";
import { words } from "@/lib/site/live/track-words.ts";
import { Steps } from "./steps.tsx";
import { Swap } from "./swap.tsx";
import { TrackForm } from "./track-form.tsx";

/** What /track says, for people: the same view as its Markdown. */
export function Track({ view }: { view: TrackView }) {
  const { form, swap, steps, samples, links } = view;
  return (
    <>
      <h1>Track a swap</h1>
      <p className="lead">{words.lead}</p>
      {swap && <Swap swap={swap} quote={links.quote} />}
      {swap && <h2>{words.another}</h2>}
      <TrackForm form={form} />
      {samples.length > 0 && <Samples samples={samples} />}
      {!swap && (
        <>
          <h2>{words.steps}</h2>
          <Steps steps={steps} />
          <h2>{words.refunds}</h2>
          <p>{words.refundsText}</p>
          <h2>{words.unseen}</h2>
          <p>{words.unseenText}</p>
        </>
      )}
    </>
  );
}

function Samples({ samples }: Pick<TrackView, "samples">) {
  return (
    <>
      <h2>{words.samples}</h2>
      <p>{words.samplesLead}</p>
      <table>
        <thead>
          <tr>
            <th scope="col">Transaction</th>
            <th scope="col">State</th>
            <th scope="col">What it shows</th>
          </tr>
        </thead>
        <tbody>
          {samples.map(({ txid, href, state, title }) => (
            <tr key={txid}>
              <th scope="row">
                <a href={href}>{txid}</a>
              </th>
              <td>
                <code>{state}</code>
              </td>
              <td>{title}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
