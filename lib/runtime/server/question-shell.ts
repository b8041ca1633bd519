// A page of questions is one shell for all questions: Next makes it once, and each answer fills its slots.
import type { QuestionPath } from "../../site/registry/resources.ts";
import { ownHeader } from "../internals/own-headers.ts";
import { type Piece, type SharedAnswer, textPiece, toPiece, wholeOf, withPieces } from "./shared-answer.ts";

/** As HTML. */
export interface RenderedPart {
  readonly title: string;
  readonly part: string;
}

/** Throws for what Next must answer itself. */
export type RenderQuestion = (path: QuestionPath, query: URLSearchParams) => Promise<RenderedPart>;

export const shellSlots: RenderedPart = { title: "slot-of-the-title", part: "<!--slot-of-the-answer-->" };

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
  readonly pieces: readonly [Piece, Piece, Piece];
}

const marks = [`<title>${shellSlots.title}</title>`, `>${shellSlots.part}</article>`] as const;

/** Null where the page has no slots. The copy of the elements for the browser has them in another form. */
function shellOf(answer: SharedAnswer): Shell | null {
  const bytes = wholeOf(answer.pieces);
  const [title, part] = marks.map((mark) => bytes.indexOf(mark)) as [number, number];
  if (title === -1 || part < title) return null;
  const titleAt = title + marks[0].indexOf(shellSlots.title);
  const partAt = part + marks[1].indexOf(shellSlots.part);
  const toShared = (from: number, to?: number) => toPiece(bytes.subarray(from, to), answer.nonce);
  const pieces = [
    toShared(0, titleAt),
    toShared(titleAt + shellSlots.title.length, partAt),
    toShared(partAt + shellSlots.part.length),
  ] as const;
  return { answer, pieces };
}

/** The whole page with an answer in its slots. */
export function fillShell({ answer, pieces: [head, body, end] }: Shell, { title, part }: RenderedPart): SharedAnswer {
  return withPieces(answer, [head, textPiece(title), body, textPiece(part), end]);
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
