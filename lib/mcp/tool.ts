// MCP room: a tool as a descriptor that knows nothing of MCP or HTTP. Its output is parsed by its own schema before it leaves, and nothing that is thrown leaves.
import { z } from "zod";
import type { NetworkName } from "../protocol/chains.ts";
import { READING_LIMIT_MS } from "../protocol/deadline.ts";
import { InputError } from "../protocol/errors.ts";
import type { Envelope, Failure, Network, ReadOptions } from "../protocol/model.ts";
import { parseArguments } from "./arguments.ts";
import { EnvelopeShape, toEnvelope, toEnvelopeLines, toUnreadEnvelope } from "./envelope.ts";
import { type ReportFault, toFaultId } from "./fault.ts";
import type { ReportProgress } from "./progress.ts";

/** Below the platform's limit, and the whole time that a call may take. */
export const TOOL_DEADLINE_MS = READING_LIMIT_MS;

export interface ToolAnswer {
  readonly structured: Record<string, unknown>;
  readonly text: string;
  readonly isError: boolean;
  /** Until when the same call would be answered the same; absent: not for a moment. */
  readonly sameUntilMs?: number;
}

export interface RunOptions {
  /** What the envelope says when nothing could be read. */
  readonly networkName: NetworkName;
  /** The client's abort: it reaches the upstream calls. */
  readonly signal?: AbortSignal;
  /** Told before and after the reading, which takes nearly all the time of a call. */
  readonly reportProgress?: ReportProgress;
  readonly reportFault?: ReportFault;
  readonly deadlineMs?: number;
}

export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: z.ZodObject;
  readonly outputSchema: z.ZodObject;
  /** Never throws: bad input, a failed reading and a fault of ours are answers with `isError` and an `error` member. */
  run(network: Network, input: unknown, options: RunOptions): Promise<ToolAnswer>;
}

interface Definition<Input extends z.ZodObject, Body extends z.ZodObject> {
  readonly name: string;
  readonly title: string;
  /** Purpose, when, when not, inputs, output, limits: one sentence each. */
  readonly description: string;
  readonly input: Input;
  /** The members below the envelope. */
  readonly body: Body;
  /** The body of an answer for which nothing was read: `unknown` and null. */
  readonly unread: z.output<Body>;
  read(network: Network, input: z.output<Input>, options: ReadOptions): Promise<Reading<z.output<Body>>>;
  /** The body as lines, complete and compact. `isRead` is false where nothing could be verified: an empty list is then no news. */
  toLines(body: z.output<Body>, isRead: boolean): string[];
}

interface Reading<Body> {
  readonly envelope: Envelope;
  readonly body: Body;
}

export function createTool<Input extends z.ZodObject, Body extends z.ZodObject>(
  definition: Definition<Input, Body>,
): Tool {
  const { name, title, description, input: inputSchema, body: bodySchema, unread } = definition;
  const outputSchema = z.object({ ...EnvelopeShape.shape, ...bodySchema.shape });

  const toUnreadAnswer = (networkName: NetworkName, failure: Failure): ToolAnswer => {
    const envelope = toUnreadEnvelope(networkName, failure);
    return { structured: { ...envelope, ...unread }, text: toEnvelopeLines(envelope).join("\n"), isError: true };
  };

  return {
    name,
    title,
    description,
    inputSchema,
    outputSchema,
    async run(network, rawInput, options) {
      const parsed = parseArguments(inputSchema, rawInput ?? {});
      if (!parsed.success) return toUnreadAnswer(options.networkName, parsed.failure);
      try {
        await options.reportProgress?.(0, 1, "Reading the network.");
        const reading = await withDeadline(options, (signal) => definition.read(network, parsed.data, { signal }));
        await options.reportProgress?.(1, 1, "The network was read.");
        const envelope = toEnvelope(reading.envelope);
        const structured = outputSchema.parse({ ...envelope, ...reading.body });
        const text = [...toEnvelopeLines(envelope), ...definition.toLines(reading.body, !envelope.error)].join("\n");
        const { sameUntilMs } = reading.envelope;
        if (envelope.error || sameUntilMs === undefined) return { structured, text, isError: !!envelope.error };
        return { structured, text, isError: false, sameUntilMs };
      } catch (error) {
        return toUnreadAnswer(options.networkName, toFailure(error, name, options));
      }
    },
  };
}

/** Settles when the work does, or when the deadline or the client's abort comes first, even if the work ignores its signal. */
async function withDeadline<T>(options: RunOptions, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const deadline = AbortSignal.timeout(options.deadlineMs ?? TOOL_DEADLINE_MS);
  const signal = options.signal ? AbortSignal.any([options.signal, deadline]) : deadline;
  signal.throwIfAborted();
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
  return Promise.race([work(signal), aborted]);
}

function toFailure(error: unknown, tool: string, options: RunOptions): Failure {
  if (error instanceof InputError) {
    return { code: error.code, hint: error.hint, retryAfterSeconds: null, candidates: error.candidates };
  }
  if (options.signal?.aborted)
    return { code: "cancelled", hint: "The caller ended the call.", retryAfterSeconds: null };
  if (error instanceof DOMException && error.name === "TimeoutError") {
    const hint = "The network's nodes did not answer in time. Ask again later.";
    return { code: "timeout", hint, retryAfterSeconds: 10 };
  }
  const id = toFaultId(error, tool, options.reportFault);
  return { code: "internal", hint: `This server failed. Quote ${id} when you report it.`, retryAfterSeconds: 10 };
}
