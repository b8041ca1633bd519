// Requests that some servers parse in two ways. Each hides a second request in its body, which must not be answered.

/** How many answers came, and whether one is for the hidden request. Only /llms.txt begins like this. */
export function readAnswers(text: string) {
  return {
    count: text.match(/^HTTP\/1\.1 \d{3} /gm)?.length ?? 0,
    isHidden: text.includes("\n# Signpost\n"),
  };
}

const hidden = "GET /llms.txt HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n";
const head = "POST /mcp HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n";
const chunked = `0\r\n\r\n${hidden}`;
const length = `content-length: ${chunked.length}\r\n`;
export const smuggled = Object.entries({
  "Content-Length and Transfer-Encoding": `${head}${length}transfer-encoding: chunked\r\n\r\n${chunked}`,
  "Transfer-Encoding and Content-Length": `${head}transfer-encoding: chunked\r\n${length}\r\n${chunked}`,
  "two lengths": `${head}content-length: 0\r\n${length}\r\n${hidden}`,
  "a list of lengths": `${head}content-length: 0, 5\r\n\r\n${hidden}`,
  "a signed length": `${head}content-length: +0\r\n\r\n${hidden}`,
  "a hexadecimal length": `${head}content-length: 0x0\r\n\r\n${hidden}`,
  "two Transfer-Encoding lines": `${head}transfer-encoding: chunked\r\ntransfer-encoding: identity\r\n\r\n${chunked}`,
  "an unknown coding": `${head}transfer-encoding: xchunked\r\n\r\n${chunked}`,
  "chunked before another coding": `${head}transfer-encoding: chunked, gzip\r\n\r\n${chunked}`,
  "a space before the colon": `${head}transfer-encoding : chunked\r\n\r\n${chunked}`,
  "a tab before the coding's end": `${head}transfer-encoding: \x0bchunked\r\n\r\n${chunked}`,
  "a folded line": `${head}x-a: b\r\n transfer-encoding: chunked\r\n${length}\r\n${chunked}`,
  "bare line feeds": `${head.replaceAll("\r\n", "\n")}content-length: 0\n\n${hidden}`,
  "a bare carriage return": `${head}x-a: b\rtransfer-encoding: chunked\r\n\r\n${chunked}`,
  "a null byte in a field": `${head}x-a: b\0c\r\n\r\n${hidden}`,
  "a chunk size beyond 64 bits": `${head}transfer-encoding: chunked\r\n\r\nfffffffffffffffff\r\n${hidden}`,
  "a chunk that ends with a line feed alone": `${head}transfer-encoding: chunked\r\n\r\n1\n1\n0\n\n${hidden}`,
  "no host": `GET /pricing HTTP/1.1\r\nconnection: keep-alive\r\n\r\n${hidden}`,
});
