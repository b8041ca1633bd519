// A tool as a descriptor that knows nothing of MCP or HTTP. Its own schema checks its output, and its text keeps within its tokens. Errors never leave it.

import type { ServerContext } from "@modelcontextprotocol/server";
import * as z from "zod";
import { type Envelope, type Failure, partsOf, type Warning, type WarningCode } from "../../protocol/model/envelope.ts";
import type { Clock } from "../../protocol/model/verdicts.ts";
import type { Network, ReadOptions } from "../../protocol/network.ts";
import { askAgainText, hintText } from "../../protocol/safety/sentences.ts";
import type { NetworkName } from "../../protocol/values/chains.ts";
import { InputError } from "../../protocol/values/input-error.ts";
import { type ReportFault, reportFaultId } from "../transport/fault.ts";
import { parseArguments } from "./arguments.ts";
import { type EnvelopeAnswer, EnvelopeShape, envelopeAnswer } from "./envelope.ts";

export interface ToolAnswer {
  readonly structured: Record<string, unknown>;
  readonly text: string;
  readonly isError: boolean;
}

interface RunOptions {
  /** The envelope's network if nothing could be read. */
  readonly networkName: NetworkName;
  /** The client's abort, passed to the upstream calls. The network's deadline ends the reading anyway. */
  readonly signal?: AbortSignal;
  /** Called before and after the reading, which takes nearly all the time of a call. */
  readonly reportProgress?: ReportProgress;
  readonly reportFault?: ReportFault;
}

export interface Tool {
  readonly name: string;
  readonly title: string;
  /** What it is for, in one sentence. */
  readonly purpose: string;
  /** The purpose, then one sentence each: when to use, when not, inputs, output, limits. */
  readonly description: string;
  readonly inputSchema: z.ZodObject;
  readonly outputSchema: z.ZodObject;
  /** Never throws. Bad input, a failed reading and our own faults are answers with `isError` and `error`. */
  run(network: Network, input: unknown, options: RunOptions): Promise<ToolAnswer>;
}

interface Definition<Input extends z.ZodObject, Body extends z.ZodObject, Reading extends Envelope>
  extends Pick<Tool, "name" | "title" | "purpose"> {
  /** What follows the purpose in the description. */
  readonly usage: string;
  readonly input: Input;
  readonly body: Body;
  /** Of the body if nothing was read: what is neither null, empty nor `unknown`. */
  readonly unread?: Partial<z.output<Body>>;
  /** What the body says of the failure: the same as `error`. */
  readonly failed?: (failure: Failure) => Partial<z.output<Body>>;
  /** @throws InputError for an argument that the network does not know. */
  read(
    network: Network,
    input: z.output<Input>,
    options: ReadOptions,
  ): Promise<{ readonly envelope: Reading; readonly body: z.output<Body> }>;
  /** The body as compact lines. `isRead` is false after a failed reading: then an empty list means nothing. The envelope is told before them. */
  toLines(body: z.output<Body>, isRead: boolean, reading: Reading): string[];
  /** More lines, the most important first. The last are left out where the text would be too long. */
  toMoreLines?(body: z.output<Body>): string[];
  /** What the text may cost, in tokens of o200k. */
  readonly maxTokens?: number;
}

export function createTool<Input extends z.ZodObject, Body extends z.ZodObject, Reading extends Envelope>(
  definition: Definition<Input, Body, Reading>,
): Tool {
  const { name, title, purpose, usage, input: inputSchema, body: bodySchema, failed } = definition;
  const unread = emptyMembers(bodySchema, definition.unread);
  const outputSchema = z.object({ ...EnvelopeShape.shape, ...bodySchema.shape });

  const unreadAnswer = (networkName: NetworkName, failure: Failure): ToolAnswer => {
    const envelope = unreadEnvelope(networkName, failure);
    return {
      structured: { ...envelope, ...unread, ...failed?.(failure) },
      text: envelopeLines(envelope, [envelope.advice], failure).join("\n"),
      isError: true,
    };
  };

  return {
    name,
    title,
    purpose,
    description: `${purpose} ${usage}`,
    inputSchema,
    outputSchema,
    async run(network, rawInput, options) {
      const { signal } = options;
      const parsed = parseArguments(inputSchema, rawInput ?? {});
      if (!parsed.success) return unreadAnswer(options.networkName, parsed.failure);
      try {
        await options.reportProgress?.(0, 1, "Reading the network.");
        const reading = await definition.read(network, parsed.data, signal ? { signal } : {});
        await options.reportProgress?.(1, 1, "The network was read.");
        const envelope = envelopeAnswer(reading.envelope);
        const structured = outputSchema.parse({ ...envelope, ...reading.body });
        const lines = definition.toLines(reading.body, !envelope.error, reading.envelope);
        const more = definition.toMoreLines?.(reading.body) ?? [];
        const forms = textForms(envelope, reading.envelope, lines, more);
        const text = textWithin(definition.maxTokens ?? Number.POSITIVE_INFINITY, forms);
        return { structured, text, isError: !!envelope.error };
      } catch (error) {
        return unreadAnswer(options.networkName, classifyError(error, name, options));
      }
    },
  };
}

/** The members of an answer of which nothing was read, in their order. */
function emptyMembers({ shape }: z.ZodObject, known: Record<string, unknown> = {}): Record<string, unknown> {
  return Object.fromEntries(Object.entries(shape).map(([name, one]) => [name, known[name] ?? emptyOf(one)]));
}

/** @throws TypeError where no value says that nothing is known. */
function emptyOf(shape: z.core.$ZodType): unknown {
  if (shape instanceof z.ZodNullable) return null;
  if (shape instanceof z.ZodOptional) return emptyOf(shape.unwrap());
  if (shape instanceof z.ZodArray) return [];
  if (shape instanceof z.ZodObject) return emptyMembers(shape);
  if (shape instanceof z.ZodRecord) {
    const names = shape.keyType instanceof z.ZodEnum ? shape.keyType.options : [];
    return Object.fromEntries(names.map((name) => [name, emptyOf(shape.valueType)]));
  }
  if (shape instanceof z.ZodEnum && shape.options.includes("unknown")) return "unknown";
  throw new TypeError("an answer needs a value for what was not read");
}

/** Ever shorter: with fewer of the last lines, then with shorter warnings. What is sent, and every warning, is in each. */
function* textForms(envelope: EnvelopeAnswer, reading: Envelope, lines: readonly string[], more: readonly string[]) {
  const { failure, shorterActs = [] } = reading;
  let parts = [...new Set([...partsOf(reading), ...reading.warnings])];
  yield [...envelopeLines(envelope, parts, failure), ...lines, ...more];
  const act = partsOf(reading).length - 1;
  for (const shorter of shorterActs) {
    parts = parts.with(act, shorter);
    yield [...envelopeLines(envelope, parts, failure), ...lines, ...more];
  }
  for (const [form, tell] of warningForms.entries()) {
    const told = [...envelopeLines(envelope, parts, failure, tell), ...lines];
    for (let kept = more.length; kept >= 0; kept -= 1) {
      const isWhole = form === 0 && kept === more.length;
      yield [...told, ...more.slice(0, kept), ...(isWhole ? [] : ["More in structuredContent."])];
    }
  }
}

/** An envelope without a reading: the input was invalid, or this server failed. */
function unreadEnvelope(network: NetworkName, failure: Failure): EnvelopeAnswer {
  const clock: Clock = { freshness: "unknown", height: null, blockTimeMs: null, ageMs: null, reason: null };
  const source = network === "sample" ? "sample" : "live";
  const advice = `${source === "sample" ? "Sample data: do not send. " : ""}Nothing was read. See error.`;
  return envelopeAnswer({ network, source, clock, warnings: [], advice, failure });
}

/** How a text tells a warning, ever shorter; null by its code alone. None leaves out not to send. */
const warningForms: readonly ((warning: Warning) => string | null)[] = [
  ({ text }) => text,
  ({ text, fact }) => fact ?? text,
  ({ text, fact, isForbidding }) => (isForbidding ? (fact ?? text) : null),
];

/** The envelope as text: one line, and a second one for the error. */
function envelopeLines(
  envelope: EnvelopeAnswer,
  parts: readonly (string | Warning)[],
  failure: Failure | null,
  tell: (warning: Warning) => string | null = ({ text }) => text,
): string[] {
  const { as_of: asOf } = envelope;
  const textsAndCodes: (string | WarningCode[])[] = [];
  for (const part of parts) {
    const text = typeof part === "string" ? part : tell(part);
    const last = textsAndCodes.at(-1);
    // Codes side by side share the word.
    if (typeof part === "string" || text !== null) textsAndCodes.push(text ?? "");
    else if (Array.isArray(last)) last.push(part.code);
    else textsAndCodes.push([part.code]);
  }
  const advice = textsAndCodes
    .map((textOrCodes) => (Array.isArray(textOrCodes) ? `Warning: ${textOrCodes.join(", ")}.` : textOrCodes))
    .join(" ");
  const source = envelope.source === "sample" ? "sample data, no real network" : `${envelope.network} (live)`;
  const block =
    asOf.height === null
      ? "no block read"
      : `block ${asOf.height} of ${asOf.block_time}, age ${asOf.age_seconds} s, ${envelope.freshness}`;
  return [`${source}, ${block}. ${advice}`, ...(failure ? [failureLine(failure)] : [])];
}

/** The hint may say the argument, the candidates or the rest already. Nothing is said twice. */
function failureLine(failure: Failure): string {
  const { code, argument, isUnnamed, candidates, retryAfterSeconds } = failure;
  const says = hintSays(failure);
  const retry = retryAfterSeconds === null || says.wait ? "" : ` ${askAgainText(retryAfterSeconds)}`;
  const listed = says.candidates || !candidates?.length ? "" : ` Candidates: ${JSON.stringify(candidates)}.`;
  const warning = says.notToSend ? "" : " Do not send funds based on this answer.";
  const named = isUnnamed && argument !== undefined ? ` (${argument})` : "";
  return `error ${code}${named}: ${hintText(failure)}${retry}${listed}${warning}`;
}

/** What the hint of a failure says: that doubts and a quote that did not come ask for a later question, what nobody may send to, and all that is legal. */
function hintSays({ code, reason }: Pick<Failure, "code" | "reason">) {
  const wait = reason !== undefined || code === "unavailable";
  const candidates = code === "invalid_chain" || code === "unknown_chain" || code === "invalid_arguments";
  return { wait, candidates, notToSend: wait || code === "halted" || code === "upstream_unavailable" };
}

function classifyError(error: unknown, tool: string, options: RunOptions): Failure {
  if (error instanceof InputError) {
    const { code, hint, candidates, argument, isUnnamed } = error;
    return { code, hint, retryAfterSeconds: null, candidates, isUnnamed, ...(argument !== null && { argument }) };
  }
  if (options.signal?.aborted)
    return { code: "cancelled", hint: "The caller ended the call.", retryAfterSeconds: null };
  const id = reportFaultId(error, tool, options.reportFault);
  return { code: "internal", hint: `This server failed. Quote ${id} when you report it.`, retryAfterSeconds: 10 };
}

/** `done` rises with each report up to `total`. Never throws. */
type ReportProgress = (done: number, total: number, message: string) => Promise<void>;

/** Null unless the request has a `progressToken`. The guard drops progress for clients without event streams. */
export function progressReporter({ mcpReq }: ServerContext): ReportProgress | null {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return null;
  return (progress, total, message) =>
    mcpReq
      .notify({ method: "notifications/progress", params: { progressToken, progress, total, message } })
      .catch(() => undefined);
}

/** The first form of a text that keeps within the tokens; the last where none does. */
function textWithin(maxTokens: number, forms: Iterable<readonly string[]>): string {
  let text = "";
  for (const lines of forms) {
    text = lines.join("\n");
    if (mostTokens(text) <= maxTokens) break;
  }
  return text;
}

/** What o200k never joins: letters of one case with the character before them, up to three digits, other characters, spaces. */
const PIECES = /[^\n\p{L}\p{N}]?(?:\p{Lu}*\p{Ll}+|\p{Lu}+|\p{L})|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+\n*|\s+/gu;

/** For what these bounds do not hold of: a rare word of ours, an unlucky address. */
const SLACK = 12;

/**
 * Tokens of o200k, estimated from above, without its vocabulary. A piece without letters is one token. So is a word of ours; two where it
 * is a name or has a mark before it. Other letters, of tickers and addresses, are at most 0.6 tokens each.
 */
export function mostTokens(text: string): number {
  let isData = false;
  let tokens = SLACK;
  for (const [piece] of text.matchAll(PIECES)) {
    if (piece.includes("`")) isData = !isData;
    tokens += mostTokensOf(piece, isData);
  }
  return tokens;
}

function mostTokensOf(piece: string, isData: boolean): number {
  // No token is shorter than a byte of UTF-8.
  if (/[^\s -~]/.test(piece)) return 3 * piece.length;
  const letters = /[a-z]+/i.exec(piece)?.[0];
  if (letters === undefined) return 1;
  if (!isData && /^[A-Z]?[a-z]+$/.test(letters)) return /^[ _]?(?:[a-z]|[A-Z][a-z]{0,4}$)/.test(piece) ? 1 : 2;
  return /^[a-f]+$/i.test(letters) ? Math.max(1, Math.round(letters.length * 0.65)) : Math.ceil(letters.length * 0.6);
}
