// What is asked in a query, of /quote, /track and /status: each form has its status, refuses by name what it does not take,
// and gives the same answer. Live answers are neither stored nor indexed.
import { getSwapQuote } from "../../lib/mcp/tools/get-swap-quote.ts";
import { getSwapStatus } from "../../lib/mcp/tools/get-swap-status.ts";
import { inputJsonSchema } from "../../lib/mcp/tools/json-schema.ts";
import { sampleTransactions } from "../../lib/sample/transactions.ts";
import { expect, test } from "../support/answering-test.ts";
import { isOwnServer, ownFields, skipOffSample, urlOf } from "../support/forms.ts";
import { parseMarkup, walk } from "../support/markup-tree.ts";

skipOffSample();

const html = { accept: "text/html" };
const txid = sampleTransactions[0]?.txid ?? "";
const track = `/track?txid=${txid}`;
const quote = "/quote?from=BTC&to=ETH&amount=0.05";
const formOf = (address: string, end: string) => address.replace(/(?=\?|$)/, end);
const unknown = (name: string, more = "") => `Unknown argument ${name}. ${more}`;

type Status = "answered" | "refused" | "halted" | "pasted";
const statuses: Readonly<Record<Status, readonly [page: number, twin: number, json: number]>> = {
  answered: [200, 200, 200],
  refused: [200, 400, 400],
  halted: [200, 200, 503],
  // What a person pastes is no argument of the tool.
  pasted: [200, 200, 400],
};
/**
 * The argument that the JSON names; of one that is unknown what every form says of it.
 * Which arguments are refused: site/questions, mcp/arguments.
 */
const asked: readonly (readonly [Status, address: string, argument?: string, says?: string])[] = [
  ["answered", quote],
  ["halted", "/quote?from=LTC&to=BTC&amount=1"],
  ["refused", "/quote?from=BTC&to=nothing&amount=1", "to"],
  [
    "refused",
    `${quote}&slippage=1`,
    "slippage",
    "Did you mean liquidity_tolerance_bps? It is in basis points: 1 would be 0.01 %.",
  ],
  ["answered", track],
  ["pasted", `/track?txid=${encodeURIComponent(`https://mempool.space/tx/${txid}`)}`, "txid"],
  ["refused", `/track?txid=${encodeURIComponent('"><script>alert(1)</script>')}`, "txid"],
  ["refused", `${track}&chian=BTC`, "chian", "Did you mean chain?"],
];

for (const [status, address, argument, says = ""] of asked)
  test(`${address.replace(txid, "…")} is ${status}${argument ? `: ${argument}` : ""}`, async ({
    request,
  }) => {
    const page = await request.get(address, { headers: html });
    const twin = await request.get(formOf(address, ".md"));
    const negotiated = await request.get(address, { headers: { accept: "text/markdown" } });
    const json = await request.get(formOf(address, ".json"));
    const answers = [page, twin, negotiated, json];
    const [ofPage, ofTwin, ofJson] = statuses[status];
    expect(answers.map((answer) => answer.status())).toEqual([ofPage, ofTwin, ofTwin, ofJson]);
    for (const answer of answers)
      expect(ownFields(answer.headers())["cache-control"]).toBe("no-store");
    const path = address.replace(/\?.*/, "");
    const shown = await page.text();
    expect(shown).toContain('<meta name="robots" content="noindex"/>');
    expect(shown).toContain(`<link rel="canonical" href="${urlOf(path)}"/>`);
    expect(shown).not.toContain("<script>alert");
    const isRefused = status === "refused";
    expect(/aria-invalid="true"|Correct this|Unknown argument/.test(shown)).toBe(isRefused);
    for (const answer of [twin, negotiated]) {
      const text = (await answer.text()).replaceAll("\\", "");
      expect(text).toContain(`canonical: "${urlOf(path)}"`);
      expect(/Correct this|Not understood/.test(text)).toBe(isRefused);
      if (says) expect(text).toContain(unknown(argument ?? "", says));
    }
    if (says) expect(shown).toContain(unknown(argument ?? "", says));
    const body = await json.json();
    const tool = path === "/quote" ? getSwapQuote : getSwapStatus;
    const isArgumentError = ofJson === 400;
    expect(tool.outputSchema.safeParse(body).success).toBe(!isArgumentError);
    if (ofJson === 200) {
      expect(json.headers()["content-type"]).toBe("application/json; charset=utf-8");
      return;
    }
    expect(json.headers()["content-type"]).toBe("application/problem+json");
    expect(body.argument).toBe(says || status === "halted" ? undefined : argument);
    // Nothing was read, so nothing else is said.
    if (isArgumentError) expect(Object.keys(body).length).toBeLessThanOrEqual(9);
    else expect(body).toMatchObject({ code: body.error.code, hint: body.error.hint });
    expect(json.headers()["retry-after"]).toBe(status === "halted" ? "60" : undefined);
    expect(body).toMatchObject({
      type: "about:blank",
      title: expect.stringMatching(/./),
      status: ofJson,
      detail: expect.stringMatching(/./),
      code: expect.stringMatching(/./),
      hint: expect.stringMatching(/./),
      instance: `${path}.json`,
    });
    expect(body.memo ?? null).toBeNull();
    if (says) expect(body.hint.startsWith(unknown(argument ?? "", says))).toBe(true);
  });

test("/status takes no argument, and says so; marks of social networks change no answer", async ({
  request,
}) => {
  const told = unknown("chain", "None is taken here. This page shows every chain.");
  for (const form of ["", ".md"])
    expect(await (await request.get(`/status${form}?chain=DOGE`)).text()).toContain(told);
  const marks = "utm_source=x&utm_medium=y&fbclid=z&gclid=1";
  for (const address of [quote, track, "/status?", formOf(quote, ".json"), formOf(track, ".json")])
    expect(await (await request.get(`${address}&${marks}`)).text(), address).not.toMatch(
      /Unknown argument|"error"/,
    );
});

test("the plain address of the JSON may be linked, and a value given twice is refused by its name", async ({
  request,
}) => {
  const plain = await request.get("/quote.json");
  const { error } = await plain.json();
  expect([plain.status(), error.argument]).toEqual([200, "from"]);
  const twice = await request.get(`${formOf(quote, ".json")}&amount=1`);
  expect([twice.status(), (await twice.json()).argument]).toEqual([400, "amount"]);
});

test("what is offered for sharing holds no address of a person, and an open quote nowhere says that it has expired", async ({
  request,
}) => {
  const destination = "sample-eth-recipient";
  const text = await (await request.get(`${quote}&destination=${destination}`)).text();
  expect(text).toContain(destination);
  expect(text).toContain(`<meta property="og:url" content="${urlOf("/quote")}"/>`);
  expect(text).toContain(`${urlOf("/quote")}?from=BTC.BTC&amp;to=ETH.ETH&amp;amount=0.05<`);
  expect(text.match(/<(?:meta|link) [^>]*>/g)?.filter((tag) => tag.includes(destination))).toEqual(
    [],
  );
  expect(text).not.toContain("has expired");
});

test("the form has the tool's name, and each field is an argument of the tool", async ({
  request,
}) => {
  const tree = parseMarkup(await (await request.get("/quote", { headers: html })).text());
  const all = [...walk(tree)];
  const form = all.find(({ tag, props }) => tag === "form" && "toolname" in props);
  expect(form?.props).toMatchObject({
    toolname: getSwapQuote.name,
    tooldescription: getSwapQuote.description,
  });
  const { required, properties } = inputJsonSchema(getSwapQuote.inputSchema) as {
    required: string[];
    properties: Record<string, { description: string }>;
  };
  const fields = all.filter(({ tag, props }) => tag === "input" && "toolparamdescription" in props);
  const names = ["from", "to", "amount", "destination", "refund_address", "tolerance"];
  expect(fields.map(({ props }) => props.name)).toEqual(names);
  for (const { props } of fields) {
    const { name = "", toolparamdescription: told = "" } = props;
    // The form has a tolerance in per cent, and dollars in the same field; the tool has arguments of their own.
    if (name === "tolerance") expect(told).toMatch(/in per cent/);
    else expect(told).toBe(properties[name]?.description);
    expect("required" in props).toBe(name === "amount" || required.includes(name));
  }
});

test("the short address of a swap leads to its page, and answers itself as Markdown and JSON", async ({
  request,
}) => {
  const page = await request.get(`/track/${txid}?chain=BTC`, { maxRedirects: 0 });
  const { pathname, searchParams } = new URL(page.headers().location ?? "", urlOf("/track"));
  expect([page.status(), pathname]).toEqual([308, "/track"]);
  expect(searchParams.get("txid")).toBe(txid);
  // A platform adds the rest of the query by itself, after its build output.
  if (isOwnServer) expect(searchParams.get("chain")).toBe("BTC");
  for (const end of [".md", ".json"]) {
    const short = await request.get(`/track/${txid}${end}?chain=BTC`, { maxRedirects: 0 });
    const long = await request.get(`/track${end}?txid=${txid}&chain=BTC`);
    expect([end, short.status()]).toEqual([end, 200]);
    const withoutTimes = (text: string) => text.replace(/\d+/g, "0");
    expect(withoutTimes(await short.text())).toBe(withoutTimes(await long.text()));
    // A platform adds the id behind the rest of the query.
    const located = (answer: typeof short) => {
      const location = new URL(answer.headers()["content-location"] ?? "", urlOf("/track"));
      return [location.pathname, [...location.searchParams].toSorted()];
    };
    if (end === ".md") expect(located(short)).toEqual(located(long));
    for (const name of ["content-type", "cache-control", "link"])
      expect([end, name, short.headers()[name]]).toEqual([end, name, long.headers()[name]]);
  }
  const unknown = await request.get("/track/no-id.json");
  expect([unknown.status(), (await unknown.json()).argument]).toEqual([400, "txid"]);
  expect((await request.get("/track/now", { maxRedirects: 0 })).status()).not.toBe(308);
});
