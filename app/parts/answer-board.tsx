import type { ReactNode } from "react";
import type { BoardSign } from "@/lib/render/blocks.ts";
import { drawings, toneIcons, wayDrawings } from "@/lib/site/live/state-icon.ts";
import { Sentence } from "./sentence.tsx";
import { Shape, Verdict } from "./verdict.tsx";

const HEADLINE_ID = "headline";

interface AnswerBoardProps {
  readonly sign: BoardSign;
  readonly day: string | undefined;
  readonly children: ReactNode;
}

export function AnswerBoard({ sign, day, children }: AnswerBoardProps) {
  const { state, label, isSample, isExpiring, tone, isOld } = sign;
  return (
    <section
      className="signboard"
      data-state={state}
      data-tone={tone}
      data-old={isOld ? "" : undefined}
      data-sample={isSample ? "" : undefined}
      aria-label={label}
      aria-labelledby={tone && HEADLINE_ID}
    >
      {drawSign(sign, day)}
      {isExpiring && <p role="status" data-after-expiry="" hidden />}
      {children}
    </section>
  );
}

function drawSign({ state, word, text, tone }: BoardSign, day?: string): ReactNode {
  const sentenceElement = <Sentence text={text} day={day} />;
  if (tone !== undefined)
    return (
      <h2 className="verdict" id={HEADLINE_ID}>
        <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
          <Shape drawing={{ ...drawings, ...wayDrawings }[toneIcons[tone]]} />
        </svg>
        <span>{sentenceElement}</span>
      </h2>
    );
  if (word === undefined) return <Verdict state={state}>{sentenceElement}</Verdict>;
  return (
    <p data-until-expiry="">
      <Verdict state={state}>
        <strong>{word}</strong>: {sentenceElement}
      </Verdict>
    </p>
  );
}
