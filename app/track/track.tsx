import type { TrackView } from "@/lib/site/live/track/view.ts";
import { trackWords } from "@/lib/site/live/track/words.ts";
import { Alert } from "../parts/alert.tsx";
import { Steps } from "./steps.tsx";
import { Swap } from "./swap.tsx";
import { TrackForm } from "./track-form.tsx";

/** /track, from the same view as its Markdown. `title`: the page's. */
export function Track({ view, title }: { view: TrackView; title: string }) {
  const { form, swap, steps, samples, links } = view;
  return (
    <>
      <h1>Track a swap</h1>
      {swap ? (
        <>
          <Swap swap={swap} quote={links.quote} title={title} />
          <section>
            <h2>{trackWords.another}</h2>
            <TrackForm form={form} />
          </section>
        </>
      ) : (
        <>
          <p className="lead">{trackWords.lead}</p>
          {form.errors.form !== null && (
            <Alert>
              <p>
                <strong>{trackWords.error}:</strong> {form.errors.form}
              </p>
            </Alert>
          )}
          <TrackForm form={form} />
        </>
      )}
      {samples.length > 0 && <Samples samples={samples} />}
      {!swap && (
        <div className="columns">
          <section>
            <h2>{trackWords.steps}</h2>
            <Steps steps={steps} />
          </section>
          <div className="side">
            <section>
              <h2>{trackWords.refunds}</h2>
              <p>{trackWords.refundsText}</p>
            </section>
            <section>
              <h2>{trackWords.unseen}</h2>
              <p>{trackWords.unseenText}</p>
            </section>
          </div>
        </div>
      )}
    </>
  );
}

function Samples({ samples }: Pick<TrackView, "samples">) {
  return (
    <section>
      <h2>{trackWords.samples}</h2>
      <p>{trackWords.samplesLead}</p>
      <ul className="samples">
        {samples.map(({ txid, href, state, title }) => (
          <li key={txid}>
            <a href={href} rel="nofollow">
              {title}
            </a>
            <span className="unseen">: </span>
            <code>{state}</code> <code className="id">{txid}</code>
          </li>
        ))}
      </ul>
    </section>
  );
}
