// Reads the body of a request up to a size, parses it, and checks its depth.

export const MAX_BODY_BYTES = 65_536;
export const MAX_DEPTH = 32;

/** Reads the body of a request. Null if the body or Content-Length exceeds `MAX_BODY_BYTES`. */
export async function readBody(request: Request): Promise<Uint8Array<ArrayBuffer> | null> {
  if (Number(request.headers.get("content-length")) > MAX_BODY_BYTES) return null;
  const reader = request.body?.getReader();
  const chunks: Uint8Array[] = [];
  let byteCount = 0;
  for (;;) {
    const readResult = await reader?.read();
    if (!readResult || readResult.done) break;
    byteCount += readResult.value.byteLength;
    if (byteCount > MAX_BODY_BYTES) {
      await reader?.cancel().catch(() => undefined);
      return null;
    }
    chunks.push(readResult.value);
  }
  return Buffer.concat(chunks);
}

export async function readJsonOrNull(request: Request): Promise<unknown> {
  try {
    const bytes = await readBody(request);
    return bytes && parseJson(bytes);
  } catch {
    return null;
  }
}

export function parseJson(bytes: Uint8Array): unknown {
  return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
}

export function isTooDeep(value: unknown): boolean {
  let containers = [value].filter(isContainer);
  for (let depth = 1; containers.length > 0; depth++) {
    if (depth > MAX_DEPTH) return true;
    containers = containers.flatMap((container) => Object.values(container)).filter(isContainer);
  }
  return false;
}

function isContainer(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
