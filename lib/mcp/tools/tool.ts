// A tool as a descriptor that knows nothing of MCP or HTTP. Its own schema checks its output. Errors never leave it.
import type { ServerContext } from "@modelcontextprotocol/server";
import * as z from "zod";
import { type Envelope, type Failure, partsOf } from "../../protocol/model/envelope.ts";
import type { Network, ReadOptions } from "../../protocol/network.ts";
import type { NetworkName } from "../../protocol/values/chains.ts";
import { InputError } from "../../protocol/values/input-error.ts";
import { type ReportFault, reportFaultId } from "../transport/fault.ts";
import type { ViewName } from "../views/views.ts";
import { parseArguments } from "./arguments.ts";
import {
  type EnvelopeAnswer,
  EnvelopeShape,
  envelopeAnswer,
  envelopeLines,
  unreadEnvelope,
  warningForms,
} from "./envelope.ts";
import { textWithin } from "./text.ts";

export interface ToolAnswer {
  readonly structured: Record<string, unknown>;
  readonly text: string;
  readonly isError: boolean;
  /** The same call has the same answer until then. Absent: do not cache. */
  readonly cacheUntilMs?: number;
  /** What `readMeta` made. */
  readonly meta?: Readonly<Record<string, unknown>>;
}

interface RunOptions {
  /** The envelope's network if nothing could be read. */
  readonly networkName: NetworkName;
  /** The client's abort, passed to the upstream calls. The network's deadline ends the reading anyway. */
  readonly signal?: AbortSignal;
  /** Called before and after the reading, which takes nearly all the time of a call. */
  readonly reportProgress?: ReportProgress;
  readonly reportFault?: ReportFault;
  /** Makes what goes beside the answer, from the same reading and the parsed input. Without it, the answer stands alone. */
  readonly readMeta?: (reading: Envelope, input: unknown) => Promise<Readonly<Record<string, unknown>>>;
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
  /** What a host may show beside the answer. */
  readonly view?: ViewName;
  /** Never throws. Bad input, a failed reading and our own faults are answers with `isError` and `error`. */
  run(network: Network, input: unknown, options: RunOptions): Promise<ToolAnswer>;
}

interface Definition<Input extends z.ZodObject, Body extends z.ZodObject, Reading extends Envelope>
  extends Pick<Tool, "name" | "title" | "purpose" | "view"> {
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
  const { name, title, purpose, usage, view, input: inputSchema, body: bodySchema, failed } = definition;
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
    ...(view && { view }),
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
        const { cacheUntilMs } = reading.envelope;
        const meta = await options.readMeta?.(reading.envelope, parsed.data).catch((error: unknown) => {
          reportFaultId(error, name, options.reportFault);
        });
        const answer = { structured, text, isError: !!envelope.error, ...(meta && { meta }) };
        return envelope.error || cacheUntilMs === undefined ? answer : { ...answer, cacheUntilMs };
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
