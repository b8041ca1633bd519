import { statusBlocks } from "@/lib/site/live/status/blocks.ts";
import type { StatusView } from "@/lib/site/live/status/view.ts";
import { readText } from "@/lib/site/live/status/words.ts";
import { Blocks } from "../parts/blocks.tsx";
import { Note } from "../parts/note.tsx";
import { LocalTime, Sentence } from "../parts/sentence.tsx";
import { SignText } from "../parts/sign-text.tsx";
import { Signboard } from "../parts/signboard.tsx";

export function StatusDocument({ view }: { view: StatusView }) {
  const parts = {
    sign: <StatusSign title={view.title} view={view} />,
    read: <ReadText view={view} />,
  };
  return <Blocks blocks={statusBlocks(view)} parts={parts} />;
}

export function StatusSign({ title, view }: { title: string; view: StatusView }) {
  const { day } = view;
  return (
    <header>
      <h1>{title}</h1>
      {view.unknownArguments.map((text) => (
        <Note key={text} state="halted">
          <p>{text}</p>
        </Note>
      ))}
      <Signboard
        state={view.sign.shape}
        verdict={<Sentence text={view.sign.text} day={day} />}
        sample={view.sample}
      >
        <SignText view={view} />
        {view.again !== null && <p>{view.again}</p>}
      </Signboard>
    </header>
  );
}

export function ReadText({ view }: { view: StatusView }) {
  return (
    <p className="meta">
      <Sentence text={readText(view)} day={view.day} />
      <LocalTime />
    </p>
  );
}
