// Memory in which live pages are sent is used again, and never before the connection has taken it.
import { createServer, ServerResponse } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { expect, test } from "@playwright/test";
import { lendBytes, sendSharedAnswer, toSharedAnswer } from "../../../../lib/runtime/server/shared-answer.ts";
import { close, listen, portOf } from "../../../support/loopback.ts";

const NONCE = "n".repeat(22);

/** A response to nobody, whose connection has taken its bytes when `take` is called. */
function openResponse() {
  const response = new ServerResponse({ method: "GET", httpVersionMajor: 1, httpVersionMinor: 1 } as never);
  const held: { bytes: Buffer; take: () => void }[] = [];
  response.end = ((bytes: Buffer, take: () => void) => {
    held.push({ bytes, take });
    return response;
  }) as never;
  return { response, held };
}

/** As Next answers a live page. */
function makePage(text: string) {
  const { response } = openResponse();
  response.setHeader("Content-Type", "text/html");
  response.setHeader("Content-Security-Policy", `script-src 'nonce-${NONCE}'`);
  const answer = toSharedAnswer(response, Buffer.from(`<p nonce="${NONCE}">${text}</p>`));
  if (!answer) throw new Error("no live answer");
  return answer;
}

function send(answer: ReturnType<typeof makePage>) {
  const { response, held } = openResponse();
  sendSharedAnswer(answer, { method: "GET", headers: {} }, response);
  const [sent] = held;
  if (!sent) throw new Error("nothing was sent");
  return sent;
}

test("bytes on their way stay as they are while other pages are sent", () => {
  const first = send(makePage("first"));
  const before = first.bytes.toString();
  expect(before).toMatch(/^<p nonce="[\w-]{22}">first<\/p>$/);
  const others = [1, 2, 3].map((count) => send(makePage(`page ${count}`)));
  expect(first.bytes.toString()).toBe(before);
  expect(others.map(({ bytes }) => bytes.toString().replace(/nonce="[^"]*"/, ""))).toEqual(
    [1, 2, 3].map((count) => `<p >page ${count}</p>`),
  );
  for (const { take } of [first, ...others]) take();
});

test("memory that the connection has taken is used for the next page", () => {
  const first = send(makePage("first"));
  first.take();
  const second = send(makePage("second"));
  expect(second.bytes.buffer).toBe(first.bytes.buffer);
  second.take();
});

test("a page that is longer than most gets memory of its own", () => {
  const { bytes, giveBack } = lendBytes(1_000_000);
  expect(bytes).toHaveLength(1_000_000);
  giveBack();
  expect(lendBytes(1_000_000).bytes.buffer).not.toBe(bytes.buffer);
});

test("a hundred pages at once keep no memory of a hundred", () => {
  const lent = Array.from({ length: 100 }, () => lendBytes(100));
  expect(new Set(lent.map(({ bytes }) => bytes.buffer)).size).toBe(100);
  for (const { giveBack } of lent) giveBack();
  const known = new Set(lent.map(({ bytes }) => bytes.buffer));
  const again = Array.from({ length: 100 }, () => lendBytes(100));
  expect(again.filter(({ bytes }) => known.has(bytes.buffer)).length).toBeLessThan(100);
  for (const { giveBack } of again) giveBack();
});

test("a client that reads late gets its own pages, whole", async () => {
  const pages = 100;
  const toText = (name: string) => `${name} `.repeat(15_000);
  const server = createServer((request, response) => {
    sendSharedAnswer(makePage(toText(request.url as string)), request, response);
  });
  // On a busy machine, a request could meet the end of an idle connection.
  server.keepAliveTimeout = 0;
  await listen(server);
  try {
    const late = connect(portOf(server), "127.0.0.1");
    late.pause();
    const requests = Array.from({ length: pages }, (_, count) => `GET /late-${count} HTTP/1.1\r\nHost: a\r\n`);
    late.write(`${requests.join("\r\n")}Connection: close\r\n\r\n`);
    for (let count = 0; count < pages; count++) {
      const url = `/other-${count}`;
      const answer = await fetch(`http://127.0.0.1:${portOf(server)}${url}`);
      expect(await answer.text()).toContain(`>${toText(url)}<`);
    }
    const read = await text(late);
    const whole = Array.from({ length: pages }, (_, count) => read.includes(`>${toText(`/late-${count}`)}<`));
    expect(whole).toEqual(Array(pages).fill(true));
    expect(read).not.toContain("other");
  } finally {
    await close(server);
  }
});
