// Rules for every tool: the members and the schema of an answer, and that no thrown text leaves. And the answer in the README.
import { expect, test } from "@playwright/test";
import Ajv2020 from "ajv/dist/2020.js";
import { EnvelopeShape } from "../../lib/answers/envelope.ts";
import { tools } from "../../lib/mcp/tools/all.ts";
import { outputJsonSchema } from "../../lib/mcp/tools/json-schema.ts";
import { UpstreamError } from "../../lib/protocol/upstream/errors.ts";
import { readFences } from "../support/project-docs.ts";
import { createSampleNetwork } from "../support/sample-network.ts";
import { createNetworkOf, createSilentWorld, findTool, goodInput, runTool } from "./run-tool.ts";

const networkName = "thorchain";
const silent = createSilentWorld().network;

for (const { name, outputSchema, run } of tools) {
  const validate = new Ajv2020({ strict: false }).compile(outputJsonSchema(outputSchema));
  for (const [what, input, network] of [
    ["on success", goodInput[name], undefined],
    ["after a failed reading", goodInput[name], silent],
  ] as const)
    test(`${name}: ${what} the answer has the members of its schema, in order`, async () => {
      const { structured, isError } = await runTool(name, input, network);
      expect(validate(structured), JSON.stringify(validate.errors)).toBe(true);
      expect(isError).toBe(network === silent);
      const members = Object.keys(outputSchema.shape);
      const isNamed = (member: string) => isError || member !== "error";
      expect(Object.keys(structured)).toEqual(members.filter(isNamed));
    });

  test(`${name}: on bad input the answer is the envelope alone`, async () => {
    const { structured, isError, isArgumentError } = await runTool(name, { nonsense: 1 }, silent);
    expect([isError, isArgumentError]).toEqual([true, true]);
    expect(Object.keys(structured)).toEqual(Object.keys(EnvelopeShape.shape));
  });

  test(`${name}: no thrown text leaves the tool, and its report is named`, async () => {
    const faults: { id: string }[] = [];
    const reportFault = (fault: { id: string }) => faults.push(fault);
    const thrown = new UpstreamError("reset", "/secret-path", { cause: new Error("10.1.2.3") });
    const broken = createNetworkOf(() => Promise.reject(thrown));
    const options = { networkName, reportFault } as const;
    const { structured, text, isError } = await run(broken, goodInput[name], options);
    expect([isError, faults.length]).toEqual([true, 1]);
    expect(structured.error).toMatchObject({ code: "internal", retry_after_seconds: 10 });
    if (name === "get_swap_status") expect(structured.next_poll_seconds).toBe(10);
    expect(`${JSON.stringify(structured)}${text}`).not.toMatch(
      /secret|10\.1\.2\.3|reset|UpstreamError|GET/,
    );
    expect(text).toContain(faults[0]?.id);
  });

  test(`${name}: the caller's abort reaches the reading, and is told as a cancelled call`, async () => {
    const caller = new AbortController();
    let isAborted: boolean | undefined;
    const waiting = createNetworkOf(async (signal) => {
      caller.abort();
      isAborted = signal?.aborted;
      throw signal?.reason;
    });
    const options = { networkName, signal: caller.signal } as const;
    const { structured } = await run(waiting, goodInput[name], options);
    expect(structured.error).toMatchObject({ code: "cancelled", retry_after_seconds: null });
    expect(isAborted).toBe(true);
  });
}

test("a quote after a failed reading has no memo, for the error's reason, and no way to run", async () => {
  const { structured } = await runTool("get_swap_quote", goodInput.get_swap_quote, silent);
  const { code } = Object(structured.error);
  expect(structured).toMatchObject({
    memo: null,
    withheld: { code: expect.stringMatching(`^${code}$`), text: expect.any(String) },
    streaming: { mode: null, interval: null, quantity: null, applied: null },
  });
});

test("the call and the answer of the README are those of the tool at its time", async () => {
  const shown = readFences().find(
    ({ name, text }) => name === "README.md" && text.includes("tools/call"),
  );
  const [, body = "", answer = ""] =
    /-d '(\{.*\})'$.*?^(\{"result".*?)$/ms.exec(`${shown?.text}`) ?? [];
  const { name, arguments: input } = JSON.parse(body).params;
  const { content, structuredContent } = JSON.parse(answer).result;
  const { block_time: blockTime, age_seconds: ageSeconds } = structuredContent.as_of;
  const now = () => Date.parse(blockTime) + ageSeconds * 1000;
  const options = { networkName: "sample", now } as const;
  const { text, structured } = await findTool(name).run(
    createSampleNetwork({ now }),
    input,
    options,
  );
  expect([content, structuredContent]).toEqual([[{ type: "text", text }], structured]);
});
