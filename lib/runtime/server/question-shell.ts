// A page of questions is one shell for all questions: Next makes it once, and each answer fills its slots.
import type { QuestionPath } from "../../site/registry/resources.ts";
import { ownHeader } from "../internals/own-headers.ts";
import { type Piece, type SharedAnswer, toPiece } from "./shared-answer.ts";

/** What depends on the question, in the order of the page. */
const slots = ["title", "card", "icon", "part"] as const;
type Slot = (typeof slots)[number];
/** As HTML. `card`: the title where the page is shared. `icon`: an address, which not every page has. */
export type RenderedPart = Readonly<Record<"title" | "card" | "part", string> & Partial<Record<Slot, string>>>;

/** Throws for what Next must answer itself. */
export type RenderQuestion = (path: QuestionPath, query: URLSearchParams) => Promise<RenderedPart>;

export const shellSlots: Readonly<Record<Slot, string>> = {
  title: "slot-of-the-title",
  card: "slot-of-the-card",
  icon: "slot-of-the-icon",
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
  /** The slots that the page has. */
  readonly found: readonly Slot[];
}

const marks: Readonly<Record<Slot, string>> = {
  title: `<title>${shellSlots.title}</title>`,
  card: `content="${shellSlots.card}"`,
  icon: `href="${shellSlots.icon}"`,
  part: `>${shellSlots.part}</article>`,
};

/** Null where the page has no slots. The copy of the elements for the browser has them in another form. */
function shellOf(answer: SharedAnswer): Shell | null {
  const bytes = wholeOf(answer.pieces);
  const pieces: Piece[] = [];
  const found: Slot[] = [];
  let from = 0;
  for (const name of slots) {
    const mark = bytes.indexOf(marks[name], from);
    if (mark === -1 && name === "icon") continue;
    if (mark === -1) return null;
    found.push(name);
    const at = mark + marks[name].indexOf(shellSlots[name]);
    pieces.push(toPiece(bytes.subarray(from, at), answer.nonce));
    from = at + shellSlots[name].length;
  }
  return { answer, found, pieces: [...pieces, toPiece(bytes.subarray(from), answer.nonce)] };
}

/** The whole page with an answer in its slots. */
export function fillShell({ answer, found, pieces: [head, ...others] }: Shell, texts: RenderedPart): SharedAnswer {
  const filled = others.flatMap((piece, index) => [textPiece(texts[found[index] as Slot] ?? ""), piece]);
  return withPieces(answer, [...(head ? [head] : []), ...filled]);
}

/** A text of one answer, without a nonce. */
function textPiece(text: string): Piece {
  return { bytes: Buffer.from(text).toString("latin1"), noncePlaces: [] };
}

function wholeOf(pieces: readonly Piece[]): Buffer {
  return Buffer.concat(pieces.map(({ bytes }) => (typeof bytes === "string" ? Buffer.from(bytes, "latin1") : bytes)));
}

/** The same answer with other pieces. */
function withPieces(answer: SharedAnswer, pieces: readonly Piece[]): SharedAnswer {
  return { ...answer, pieces, byteLength: pieces.reduce((length, { bytes }) => length + bytes.length, 0) };
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
