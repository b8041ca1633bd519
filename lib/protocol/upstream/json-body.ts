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
  const tooLarge = () => new UpstreamError("too_large", path, { status });
  if (Number(headers.get("content-length") ?? 0) > maxBytes) throw tooLarge();
  // A small body is parsed whole, even if one member is enough: the body may be an error.
  const member = neededMemberOf(path);
  const memberScan = member && createMemberScan(member.name, member.maxBytes);
  const maxWholeBytes = member?.maxBytes ?? maxBytes;
  const chunks: Uint8Array[] = [];
  let byteCount = 0;
  for await (const chunk of response.body ?? []) {
    byteCount += chunk.byteLength;
    if (byteCount > maxBytes) throw tooLarge();
    if (byteCount <= maxWholeBytes) chunks.push(chunk);
    memberScan?.add(chunk);
  }
  try {
    if (!member || byteCount <= maxWholeBytes)
      return { value: parseBytes(joinChunks(chunks)), byteCount };
    const memberBytes = memberScan?.foundBytes() ?? new Uint8Array();
    return { value: { [member.name]: parseBytes(memberBytes) }, byteCount };
  } catch (cause) {
    throw new UpstreamError("not_json", path, { status, cause });
  }
}

const joinChunks = ([chunk = new Uint8Array(), ...moreChunks]: readonly Uint8Array[]) =>
  moreChunks.length === 0 ? chunk : Buffer.concat([chunk, ...moreChunks]);
