import { trackWords } from "@/lib/say/track.en.ts";
import type { TrackPage } from "@/lib/site/live/track/page.ts";
import { Alert } from "../parts/alert.tsx";
import { Blocks } from "../parts/blocks.tsx";
import { Swap } from "./swap.tsx";
import { TrackForm } from "./track-form.tsx";

export function Track({ page, title }: { readonly page: TrackPage; readonly title: string }) {
  const { form, swap, blocks } = page;
  const partElements = {
    swap: swap && <Swap swap={swap} title={title} />,
    form: <Form form={form} />,
  };
  return <Blocks blocks={blocks} parts={partElements} />;
}

function Form({ form }: Pick<TrackPage, "form">) {
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
