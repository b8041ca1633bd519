// Parses the body of a response as JSON. Buffers no more bytes than the limit.
import { neededMemberOf } from "./body-limits.ts";
import { UpstreamError } from "./errors.ts";
import { parseBytes } from "./json-text.ts";
import { createMemberScan } from "./member-scan.ts";
import type { UpstreamResponse } from "./transport.ts";

export interface JsonBody {
  readonly value: unknown;
  readonly byteCount: number;
}

export async function readJsonBody(
  response: UpstreamResponse,
  path: string,
  maxBytes: number,
): Promise<JsonBody> {
  const { status, headers } = response;
  const tooLargeError = () => new UpstreamError("too_large", path, { status });
  if (Number(headers.get("content-length") ?? 0) > maxBytes) throw tooLargeError();
  // A small body is parsed whole, even if we need only one member: the body may be an error.
  const neededMember = neededMemberOf(path);
  const memberScan = neededMember && createMemberScan(neededMember.name, neededMember.maxBytes);
  const maxWholeBytes = neededMember?.maxBytes ?? maxBytes;
  const chunks: Uint8Array[] = [];
  let byteCount = 0;
  for await (const chunk of response.body ?? []) {
    byteCount += chunk.byteLength;
    if (byteCount > maxBytes) throw tooLargeError();
    if (byteCount <= maxWholeBytes) chunks.push(chunk);
    memberScan?.add(chunk);
  }
  try {
    if (!neededMember || byteCount <= maxWholeBytes)
      return { value: parseBytes(joinChunks(chunks)), byteCount };
    const memberBytes = memberScan?.foundBytes() ?? new Uint8Array();
    return { value: { [neededMember.name]: parseBytes(memberBytes) }, byteCount };
  } catch (cause) {
    throw new UpstreamError("not_json", path, { status, cause });
  }
}

const joinChunks = ([chunk = new Uint8Array(), ...moreChunks]: readonly Uint8Array[]) =>
  moreChunks.length === 0 ? chunk : Buffer.concat([chunk, ...moreChunks]);
