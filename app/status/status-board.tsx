import type { StatusView } from "@/lib/site/live/status/view.ts";
import { formatBlock, statusWords } from "@/lib/site/live/status/words.ts";
import { Grouped } from "../parts/figure.tsx";
import { Signboard } from "../parts/signboard.tsx";

/** The verdict, the advice, and the block that they are from. */
export function StatusBoard({ view }: { view: StatusView }) {
  return (
    <Signboard state={view.state} verdict={view.verdict} sample={view.sample}>
      <p>{view.advice}</p>
      <p>
        <Grouped text={formatBlock(view)} />
      </p>
      <p>
        {view.sources} {statusWords.snapshot}
      </p>
    </Signboard>
  );
}
