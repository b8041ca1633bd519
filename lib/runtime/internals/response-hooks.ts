// Hooks that Node has no events for: before the head of a response is written, and instead of writing it.
// Relies on the answering code calling `writeHead`, `write` and `end` of the response itself, and on Node calling `writeHead` if nobody did. First to fail: e2e/unit/runtime/server/next-response-fixes.spec.ts on Node, e2e/http/negotiation.spec.ts on Next.
import type { ClientRequest, ServerResponse } from "node:http";

type Head = Parameters<ServerResponse["writeHead"]>;

/** `amend` gets the head before it is written, and returns the head to write. */
export function amendHead(response: ServerResponse, amend: (head: Head) => Head): void {
  const { writeHead } = response;
  response.writeHead = ((...head: Head) => writeHead.apply(response, amend(head))) as typeof writeHead;
}

/**
 * Nothing is written: `answer` gets the whole body when it ends, and answers instead. Status and headers stand on the response then.
 * No reader can hold up the writer. If the connection closes first, `answer` is not called.
 */
export function holdResponse(response: ServerResponse, answer: (body: Buffer) => void): void {
  const { writeHead, write, end, flushHeaders } = response;
  const parts: Buffer[] = [];
  let hasHead = false;
  const keep = (args: readonly unknown[]) => {
    const [part] = args;
    if (typeof part === "string" || part instanceof Uint8Array) parts.push(Buffer.from(part as string));
    const written = args.find((one) => typeof one === "function");
    if (written) process.nextTick(written as () => void);
  };
  response.writeHead = ((status: number, ...rest: unknown[]) => {
    hasHead = true;
    response.statusCode = status;
    const headers = rest.at(-1);
    if (typeof headers === "object" && headers !== null)
      for (const [name, value] of Object.entries(headers)) response.setHeader(name, value as string);
    return response;
  }) as typeof writeHead;
  response.flushHeaders = () => undefined;
  response.write = ((...args: unknown[]) => {
    keep(args);
    return true;
  }) as typeof write;
  response.end = ((...args: unknown[]) => {
    keep(args);
    // As Node does, so that `amendHead` gets the head.
    if (!hasHead) response.writeHead(response.statusCode);
    Object.assign(response, { writeHead, write, end, flushHeaders });
    answer(Buffer.concat(parts));
    return response;
  }) as typeof end;
}

/** Names in their original case and values in turn, each name once, in the form that `writeHead` takes. `without`: names to leave out. */
export function listHeaderFields(response: ServerResponse, without: RegExp): string[] {
  // Every outgoing message has this method; Node documents it for requests only.
  const names = (response as ServerResponse & Pick<ClientRequest, "getRawHeaderNames">).getRawHeaderNames();
  return names
    .filter((name) => !without.test(name))
    .flatMap((name) => [name, [response.getHeader(name) ?? []].flat().join(", ")]);
}
