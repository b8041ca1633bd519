// /quote over HTTP: the query is the question in both forms; live
// answers are neither stored nor indexed; an error names its field.

import { getSwapQuote } from "../../lib/mcp/tools/get-swap-quote.ts";
import { inputJsonSchema } from "../../lib/mcp/tools/shapes.ts";
import { expect, test } from "../support/answering-test.ts";
import { compressedSize, HTML_BYTES } from "../support/budgets.ts";
import { skipOffSample, skipOnDeployment } from "../support/forms.ts";

skipOffSample();

const asked = "from=BTC&to=eth.usdc&amount=0,05";
const pages = [
  "/quote",
  `/quote?${asked}`,
  "/quote?from=eth.usdc&to=btc&amount=50000&destination=sample-btc-recipient&liquidity_tolerance_bps=300&streaming=1/1",
  "/quote?from=eth.usdc&to=avax.usdc&amount=5000000.5&destination=0xf1c70000000000000000000000000000000c0c01&liquidity_tolerance_bps=9000&streaming=2/30",
  "/quote?from=usdc&to=bitcoi&amount=1,000&liquidity_tolerance_bps=x&streaming=x",
  "/quote?from=LTC&to=BTC&amount=1",
];

for (const path of pages) {
  test(`${path} is small, complete and never stored`, async ({ request }) => {
    const response = await request.get(path);
    expect(response.status()).toBe(200);
    expect(response.headers()["cache-control"]).toContain("no-store");
    expect(response.headers().etag).toBeUndefined();
    expect(compressedSize(await response.body())).toBeLessThanOrEqual(HTML_BYTES);
  });
}

test("a page with a query is not indexed, and its canonical address has no query", async ({
  request,
  baseURL,
}) => {
  const [bare, question] = await Promise.all(
    ["/quote", `/quote?${asked}`].map(async (path) => (await request.get(path)).text()),
  );
  expect(bare).not.toMatch(/name="robots"/);
  expect(question).toMatch(/<meta name="robots" content="noindex"\/>/);
  for (const html of [bare, question])
    expect(html).toContain(`<link rel="canonical" href="${baseURL}/quote"/>`);
});

test("what is offered for sharing holds no address of a person, and an open quote nowhere says that it has expired", async ({
  request,
  baseURL,
}) => {
  const destination = "sample-eth-recipient";
  const html = await (
    await request.get(`/quote?from=BTC&to=ETH&amount=0.05&destination=${destination}`)
  ).text();
  expect(html).toContain(`This quote pays ${destination}.`);
  expect(html).toContain(`<meta property="og:url" content="${baseURL}/quote"/>`);
  expect(html).toContain(`${baseURL}/quote?from=BTC.BTC&amp;to=ETH.ETH&amp;amount=0.05<`);
  expect(html.match(/<(?:meta|link) [^>]*>/g)?.filter((tag) => tag.includes(destination))).toEqual(
    [],
  );
  expect(html).not.toContain("has expired");
});

test("the same question is answered in Markdown, at the twin and by Accept", async ({
  request,
}) => {
  const twin = await request.get(`/quote.md?${asked}`);
  const negotiated = await request.get(`/quote?${asked}`, { headers: { accept: "text/markdown" } });
  for (const response of [twin, negotiated]) {
    expect(response.status()).toBe(200);
    expect(response.headers()["content-type"]).toBe("text/markdown; charset=utf-8");
    expect(response.headers()["cache-control"]).toContain("no-store");
    const text = await response.text();
    expect(text).toMatch(/^# 0\.05 BTC to USDC on Ethereum$/m);
    expect(text).toMatch(/^\*\*Open\*\*: you can swap BTC to USDC on Ethereum now\.$/m);
    expect(text).toMatch(/^- You receive: [\d,]+\.\d+ USDC on Ethereum, \$[\d,]+\.\d\d$/m);
  }
  const html = await (await request.get(`/quote?${asked}`)).text();
  expect(html).toContain(
    `href="/quote.md?${new URLSearchParams(asked).toString().replaceAll("&", "&amp;")}"`,
  );
});

test.describe("in a browser", () => {
  skipOnDeployment("It needs a browser.");

  test("the form has the tool's name, and each parameter is an argument of the tool", async ({
    page,
  }) => {
    await page.goto("/quote");
    const form = await page.locator("form").evaluate((one: HTMLFormElement) => ({
      name: one.getAttribute("toolname"),
      description: one.getAttribute("tooldescription"),
      parameters: [...one.elements]
        .filter((field): field is HTMLInputElement => field instanceof HTMLInputElement)
        .map((field) => ({
          name: field.name,
          isRequired: field.required,
          type: field.type === "number" ? "integer" : "string",
          description: field.getAttribute("toolparamdescription"),
        })),
    }));
    expect(form).toMatchObject({ name: getSwapQuote.name, description: getSwapQuote.description });
    const schema = inputJsonSchema(getSwapQuote.inputSchema) as {
      required: string[];
      properties: Record<string, { type: string; description: string }>;
    };
    for (const { name, isRequired, type, description } of form.parameters) {
      // The form has a tolerance in per cent, the tool in basis points.
      if (name === "tolerance") expect(description).toMatch(/in per cent/);
      else
        expect([schema.properties[name]?.description, schema.properties[name]?.type], name).toEqual(
          [description, type],
        );
      // The form has dollars in the same field, the tool in another argument.
      expect(name === "amount" || schema.required.includes(name), name).toBe(isRequired);
    }
    expect(form.parameters.map(({ name }) => name)).toEqual([
      "from",
      "to",
      "amount",
      "destination",
      "refund_address",
      "tolerance",
    ]);
  });

  test("an error is at its field and at the top, and the input stays", async ({ page }) => {
    await page.goto(
      "/quote?from=BTC&to=usdc&amount=1%2C000&destination=sample-eth-x&tolerance=300&streaming=1",
    );
    const summary = page.getByRole("alert").filter({ hasText: "Correct this" });
    await expect(summary.getByRole("listitem")).toHaveCount(3);
    for (const [name, value, words] of [
      ["to", "usdc", "Several assets"],
      ["amount", "1,000", "This may be 1 or 1000"],
      ["tolerance", "300", "Write per cent from 0 to 99.99"],
    ] as const) {
      const field = page.locator(`#${name}`);
      await expect(field).toHaveValue(value);
      await expect(field).toHaveAttribute("aria-invalid", "true");
      await expect(field).toHaveAccessibleDescription(new RegExp(words));
      await expect(summary.locator(`a[href="#${name}"]`)).toContainText(words);
    }
    for (const [name, value] of [
      ["from", "BTC"],
      ["destination", "sample-eth-x"],
    ] as const) {
      await expect(page.locator(`#${name}`)).toHaveValue(value);
      await expect(page.locator(`#${name}`)).not.toHaveAttribute("aria-invalid");
    }
    await expect(page.getByRole("button", { name: "Get a quote" })).toHaveAttribute("value", "1");
  });
});

// A block between two of the answers may change the price.
test("dollars are the same amount as page, Markdown and JSON, however they are written", ({
  request,
}) =>
  expect(async () => {
    const found = new Set<string>();
    for (const query of [
      "amount=%24500",
      "amount=500&unit=usd",
      "amount_usd=500",
      "amount=500%20dollars",
    ]) {
      const address = (path: string) => `${path}?from=BTC&to=ETH&${query}`;
      const json = await request.get(address("/quote.json"));
      const { amount, sent_usd: usd } = await json.json();
      expect([json.status(), Math.round(Number(usd))], query).toEqual([200, 500]);
      const markdown = await (await request.get(address("/quote.md"))).text();
      expect(markdown).toMatch(/^# ≈ 0\.0\d+ BTC to ETH$/m);
      expect(markdown).toContain(`[${amount} BTC](`);
      expect(markdown).toMatch(
        /^≈ 0\.0\d+ BTC\. Converted from \$500\.00 at \$[\d,.]+ for 1 BTC, a price of \d+ seconds? ago\./m,
      );
      const html = await (await request.get(address("/quote"))).text();
      expect(html).toContain(`amount=${amount}`);
      expect(html).toContain("Converted from $500.00 at $");
      found.add(amount);
    }
    expect(found.size).toBe(1);
  }).toPass());

test("the structured answer of the tool comes by a plain GET, with a status that says what the caller can do", async ({
  request,
}) => {
  const tool = async (query: string) => {
    const response = await request.get(`/quote.json${query}`);
    const body = await response.json();
    const status = response.status();
    const type = status === 200 ? "application/json; charset=utf-8" : "application/problem+json";
    expect(response.headers()["content-type"]).toBe(type);
    expect(response.headers()["cache-control"]).toContain("no-store");
    expect(getSwapQuote.outputSchema.safeParse(body).success).toBe(true);
    const { error } = body;
    const problem = {
      type: "about:blank",
      status,
      code: error?.code,
      hint: error?.hint,
      instance: "/quote.json",
    };
    expect(body).toMatchObject(
      status === 200 ? {} : { ...problem, title: expect.any(String), detail: expect.any(String) },
    );
    return { status, body, headers: response.headers() };
  };
  const quoted = await tool(
    "?from=BTC&to=ETH&amount=0.05&streaming=1/1&destination=sample-eth-recipient",
  );
  expect(quoted.status).toBe(200);
  expect(quoted.body).toMatchObject({
    from: "BTC.BTC",
    to: "ETH.ETH",
    amount: "0.05",
    streaming: { mode: "single" },
  });
  expect(quoted.body.memo).toMatch(/^=:/);
  const rows: readonly (readonly [query: string, argument: string])[] = [
    ["?from=BTC", "to"],
    ["?from=BTC&to=ETH&amount=x", "amount"],
    ["?from=BTC&to=nothing&amount=1", "to"],
    ["?from=BTC&to=ETH&amount=1&tolerance_bps=3%25", "tolerance_bps"],
    ["?from=BTC&to=ETH&amount=1&streaming=fast", "streaming"],
    ["?from=BTC&to=ETH&amount=0.000011", "amount"],
    ["?from=BTC&to=ETH", "amount"],
    ["?from=BTC&to=ETH&amount=1&amount_usd=500", "amount"],
    ["?from=BTC&to=ETH&amount=%24x", "amount_usd"],
    ["?from=BTC&to=ETH&amount_usd=0", "amount_usd"],
  ];
  for (const [query, argument] of rows) {
    const { status, body } = await tool(query);
    expect([status, body.error?.argument, body.memo], query).toEqual([400, argument, null]);
  }
  // Nothing was asked, so nothing is refused: a list may link the plain address.
  const plain = await tool("");
  expect([plain.status, plain.body.error?.argument, plain.body.memo]).toEqual([200, "from", null]);
  const halted = await tool("?from=LTC&to=BTC&amount=1");
  expect([halted.status, halted.body.code, halted.headers["retry-after"]]).toEqual([
    503,
    "halted",
    "60",
  ]);
});
