// MCP room: a tool as a descriptor that knows nothing of MCP or HTTP. Its output is parsed by its own schema before it leaves, and nothing that is thrown leaves.
import { z } from "zod";
import type { NetworkName } from "../protocol/chains.ts";
import { InputError } from "../protocol/errors.ts";
import type { Envelope, Failure, Network, ReadOptions } from "../protocol/model.ts";
import { EnvelopeShape, toEnvelope, toEnvelopeLines, toUnreadEnvelope } from "./envelope.ts";
import { type ReportFault, toFaultId } from "./fault.ts";

/** Below the platform's limit, and the whole time that a call may take. */
export const TOOL_DEADLINE_MS = 8000;

export interface ToolAnswer {
  readonly structured: Record<string, unknown>;
  readonly text: string;
  readonly isError: boolean;
}

export interface RunOptions {
  /** What the envelope says when nothing could be read. */
  readonly networkName: NetworkName;
  /** The client's abort: it reaches the upstream calls. */
  readonly signal?: AbortSignal;
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
  /** The body as lines, complete and compact. */
  toLines(body: z.output<Body>): string[];
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
      const parsed = inputSchema.safeParse(rawInput ?? {});
      if (!parsed.success) return toUnreadAnswer(options.networkName, toInputFailure(parsed.error, inputSchema));
      try {
        const reading = await withDeadline(options, (signal) => definition.read(network, parsed.data, { signal }));
        const envelope = toEnvelope(reading.envelope);
        const structured = outputSchema.parse({ ...envelope, ...reading.body });
        const text = [...toEnvelopeLines(envelope), ...definition.toLines(reading.body)].join("\n");
        return { structured, text, isError: envelope.error !== undefined };
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

/** The first thing wrong with the arguments, in our words: never an echo of what was sent. */
function toInputFailure(error: z.ZodError, schema: z.ZodObject): Failure {
  const issue = error.issues[0];
  const path = issue?.path.join(".") ?? "";
  const legal = Object.keys(schema.shape);
  if (issue?.code === "unrecognized_keys") {
    const hint = path
      ? `${path}: unknown member.`
      : `Unknown argument. The legal ones are: ${legal.join(", ") || "none"}.`;
    return { code: "invalid_arguments", hint, retryAfterSeconds: null };
  }
  if (issue?.code === "invalid_value") {
    const values = issue.values.map(String);
    const hint = `${path}: not a legal value. The legal ones are: ${values.join(", ")}.`;
    return { code: "invalid_arguments", hint, retryAfterSeconds: null, candidates: values };
  }
  return { code: "invalid_arguments", hint: `${path || "arguments"}: ${issue?.message}.`, retryAfterSeconds: null };
}
