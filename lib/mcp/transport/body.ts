// Reads the request's body up to its size limit, and checks its depth. The result is JSON, not yet a message.

export const MAX_BODY_BYTES = 65_536;
export const MAX_DEPTH = 32;

/** The body's bytes. Null if they exceed the limit: reading stops there, whatever Content-Length says. */
export async function readBody(request: Request): Promise<Uint8Array<ArrayBuffer> | null> {
  if (Number(request.headers.get("content-length")) > MAX_BODY_BYTES) return null;
  const reader = request.body?.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const part = await reader?.read();
    if (!part || part.done) break;
    size += part.value.byteLength;
    if (size > MAX_BODY_BYTES) {
      await reader?.cancel().catch(() => undefined);
      return null;
    }
    chunks.push(part.value);
  }
  return Buffer.concat(chunks);
}

/** The body's value, for a request that is refused anyway. Null if it is too large or not JSON. */
export async function readJsonOrNull(request: Request): Promise<unknown> {
  try {
    const bytes = await readBody(request);
    return bytes && parseJson(bytes);
  } catch {
    return null;
  }
}

/** UTF-8 JSON → its value. @throws on malformed JSON, invalid UTF-8 and an empty body. */
export function parseJson(bytes: Uint8Array): unknown {
  return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
}

/** Whether objects and arrays nest too deep. Walks level by level, so depth needs no stack. */
export function isTooDeep(value: unknown): boolean {
  let level = [value].filter(isContainer);
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > MAX_DEPTH) return true;
    level = level.flatMap((node) => Object.values(node)).filter(isContainer);
  }
  return false;
}

function isContainer(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
