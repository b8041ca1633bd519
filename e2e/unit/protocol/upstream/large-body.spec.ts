// A body that may be large is read part by part: its one member counts, wherever it stands, and the rest is never parsed.
import { expect, test } from "@playwright/test";
import { parseAnswer } from "../../../../lib/protocol/upstream/answer.ts";

const MB = 1024 * 1024;
const header = { height: 25_000_000, time: "2026-11-20T07:15:00Z" };
const headerText = JSON.stringify({ header }).slice(1, -1);
const rest = (bytes: number) => `"txs":["${"x".repeat(bytes)}"]`;

function readBlock(body: Uint8Array | string, path = "/thorchain/block") {
  const bytes = Buffer.from(body as string);
  async function* parts() {
    for (let at = 0; at < bytes.byteLength; at += 65_536) yield bytes.subarray(at, at + 65_536);
  }
  const headers = new Headers({ "content-type": "application/json" });
  const response = { ok: true, status: 200, type: "default", headers, body: parts() } as const;
  return parseAnswer(response, path, { backOffMaxMs: 1_000 }, 0).then(
    ({ value, bytes: read }) => ({ value, read }),
    (error) => error.refusal ?? error.fault,
  );
}

for (const [where, body] of [
  ["first", `{${headerText},${rest(3 * MB)}}`],
  ["last", `{${rest(3 * MB)},${headerText}}`],
  ["before text that is no JSON", `{${headerText},"txs":${"[".repeat(MB)}`],
] as const) {
  test(`the header of a large block, ${where}`, async () => {
    expect(await readBlock(body)).toEqual({ value: { header }, read: Buffer.byteLength(body) });
  });
}

for (const [what, body, fault] of [
  ["without a header", `{${rest(3 * MB)}}`, "not_json"],
  ["with a header that does not end", `{${rest(MB)},"header":{"height":1`, "not_json"],
  ["with a header beyond its limit", `{"header":{"a":"${"x".repeat(MB)}"}}`, "not_json"],
  [
    "with a header that is no UTF-8",
    Buffer.from(`{${rest(MB)},"header":{"a":"\xff"}}`, "latin1"),
    "not_json",
  ],
  ["beyond the limit of its kind", `{${headerText},${rest(5 * MB)}}`, "too_large"],
  ["that is a refusal", '{"error":"no block yet"}', "no block yet"],
] as const) {
  test(`a block ${what} is ${fault}`, async () => expect(await readBlock(body)).toBe(fault));
}
