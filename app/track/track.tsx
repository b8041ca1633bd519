import { trackBlocks } from "@/lib/site/live/track/blocks.ts";
import type { TrackView } from "@/lib/site/live/track/view.ts";
import { trackWords } from "@/lib/site/live/track/words.ts";
import { Alert } from "../parts/alert.tsx";
import { Blocks } from "../parts/blocks.tsx";
import { Steps } from "./steps.tsx";
import { Swap } from "./swap.tsx";
import { TrackForm } from "./track-form.tsx";

export function Track({ view, title }: { view: TrackView; title: string }) {
  const { form, swap, steps, samples, links } = view;
  const parts = {
    swap: swap && <Swap swap={swap} links={links} title={title} />,
    form: <Form form={form} />,
    samples: <Samples samples={samples} />,
    steps: <Steps steps={steps} />,
  };
  return <Blocks blocks={trackBlocks(view)} parts={parts} />;
}

function Form({ form }: Pick<TrackView, "form">) {
  return (
    <>
      {form.errors.form !== null && (
        <Alert>
          <p>
            <strong>{trackWords.error}:</strong> {form.errors.form}
          </p>
        </Alert>
      )}
      <TrackForm form={form} />
    </>
  );
}

function Samples({ samples }: Pick<TrackView, "samples">) {
  return (
    <ul className="samples">
      {samples.map(({ txid, href, state, title }) => (
        <li key={txid}>
          <a href={href} rel="nofollow">
            {title}
          </a>
          <span className="unseen">: </span>
          <span>{state}</span> <code className="id">{txid}</code>
        </li>
      ))}
    </ul>
  );
}
