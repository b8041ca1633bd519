// A page of questions is one shell for all questions: Next makes it once, and each answer fills its slots.
import type { QuestionPath } from "../../site/registry/resources.ts";
import { ownHeader } from "../internals/own-headers.ts";
import { type Piece, type SharedAnswer, textPiece, toPiece, wholeOf, withPieces } from "./shared-answer.ts";

/** What depends on the question, in the order of the page. */
const slots = ["title", "card", "part"] as const;
/** As HTML. `card`: the title where the page is shared. */
export type RenderedPart = Readonly<Record<(typeof slots)[number], string>>;

/** Throws for what Next must answer itself. */
export type RenderQuestion = (path: QuestionPath, query: URLSearchParams) => Promise<RenderedPart>;

export const shellSlots: RenderedPart = {
  title: "slot-of-the-title",
  card: "slot-of-the-card",
  part: "<!--slot-of-the-answer-->",
};

/** Whether the request is for the shell. No client can send it. */
export function isShellRequest(asked: Pick<Headers, "get">): boolean {
  return asked.get(ownHeader("shell")) !== null;
}

/** Turns the request for a question into that for the shell of its page. */
export function askForShell(
  request: { url?: string | undefined; headers: Record<string, unknown> },
  path: string,
): void {
  request.url = path;
  request.headers[ownHeader("shell")] = "1";
}

interface Shell {
  readonly answer: SharedAnswer;
  /** The HTML before, between and behind the slots. */
  readonly pieces: readonly Piece[];
}

const marks: RenderedPart = {
  title: `<title>${shellSlots.title}</title>`,
  card: `content="${shellSlots.card}"`,
  part: `>${shellSlots.part}</article>`,
};

/** Null where the page has no slots. The copy of the elements for the browser has them in another form. */
function shellOf(answer: SharedAnswer): Shell | null {
  const bytes = wholeOf(answer.pieces);
  const pieces: Piece[] = [];
  let from = 0;
  for (const name of slots) {
    const mark = bytes.indexOf(marks[name], from);
    if (mark === -1) return null;
    const at = mark + marks[name].indexOf(shellSlots[name]);
    pieces.push(toPiece(bytes.subarray(from, at), answer.nonce));
    from = at + shellSlots[name].length;
  }
  return { answer, pieces: [...pieces, toPiece(bytes.subarray(from), answer.nonce)] };
}

/** The whole page with an answer in its slots. */
export function fillShell({ answer, pieces: [head, ...others] }: Shell, texts: RenderedPart): SharedAnswer {
  const filled = others.flatMap((piece, index) => [textPiece(texts[slots[index] as (typeof slots)[number]]), piece]);
  return withPieces(answer, [...(head ? [head] : []), ...filled]);
}

/** One shell a page and host, made at its first question. */
export function createShells() {
  const shells = new Map<string, Promise<Shell | null>>();
  return (key: string, take: () => Promise<SharedAnswer | null>): Promise<Shell | null> => {
    const known = shells.get(key);
    if (known) return known;
    const made = take().then((answer) => answer && shellOf(answer));
    shells.set(key, made);
    // The next question tries again.
    made.then((shell) => shell ?? shells.delete(key));
    return made;
  };
}
