// Rules for every tool: the members and the schema of an answer, and that no thrown text leaves.
import { expect, test } from "@playwright/test";
import Ajv2020 from "ajv/dist/2020.js";
import { tools } from "../../lib/mcp/tools/all.ts";
import { outputJsonSchema } from "../../lib/mcp/tools/json-schema.ts";
import { UpstreamError } from "../../lib/protocol/upstream/errors.ts";
import { createNetworkOf, createSilentWorld, findTool, goodInput, runTool } from "./run-tool.ts";

const networkName = "thorchain";
const silent = createSilentWorld().network;

for (const { name, outputSchema } of tools) {
  const validate = new Ajv2020({ strict: false }).compile(outputJsonSchema(outputSchema));
  for (const [what, input, network] of [
    ["on success", goodInput[name], undefined],
    ["after a failed reading", goodInput[name], silent],
    ["on bad input", { nonsense: 1 }, silent],
  ] as const)
    test(`${name}: ${what} the answer has the members of its schema, in order`, async () => {
      const { structured, isError } = await runTool(name, input, network);
      expect(validate(structured), JSON.stringify(validate.errors)).toBe(true);
      expect(isError).toBe(network === silent);
      const members = Object.keys(outputSchema.shape);
      const isNamed = (member: string) => isError || member !== "error";
      expect(Object.keys(structured)).toEqual(members.filter(isNamed));
    });

  test(`${name}: no thrown text leaves the tool, and its report is named`, async () => {
    const faults: { id: string }[] = [];
    const broken = createNetworkOf(() =>
      Promise.reject(new UpstreamError("reset", "/secret-path", { cause: new Error("10.1.2.3") })),
    );
    const reportFault = (fault: { id: string }) => faults.push(fault);
    const { structured, text, isError } = await findTool(name).run(broken, goodInput[name], {
      networkName,
      reportFault,
    });
    expect([isError, faults.length]).toEqual([true, 1]);
    expect(structured.error).toMatchObject({ code: "internal", retry_after_seconds: 10 });
    if (name === "get_swap_status") expect(structured.next_poll_seconds).toBe(10);
    expect(`${JSON.stringify(structured)}${text}`).not.toMatch(
      /secret|10\.1\.2\.3|reset|UpstreamError|GET/,
    );
    expect(text).toContain(faults[0]?.id);
  });

  test(`${name}: the caller's abort is told as a cancelled call`, async () => {
    const caller = new AbortController();
    const waiting = createNetworkOf(async (signal) => {
      caller.abort();
      throw signal?.reason;
    });
    const { signal } = caller;
    const { structured } = await findTool(name).run(waiting, goodInput[name], {
      networkName,
      signal,
    });
    expect(structured.error).toMatchObject({ code: "cancelled", retry_after_seconds: null });
  });
}

for (const [what, input, network] of [
  ["bad input", {}, silent],
  ["a fault of ours", goodInput.get_swap_quote, createNetworkOf(() => Promise.reject(new Error()))],
] as const)
  test(`a quote that failed by ${what} has no memo, for the error's reason, and no way to run`, async () => {
    const { structured } = await runTool("get_swap_quote", input, network);
    expect(structured).toMatchObject({
      memo: null,
      withheld: { code: expect.any(String), text: expect.any(String) },
      streaming: { mode: null, interval: null, quantity: null, applied: null },
    });
    expect(structured.error).toMatchObject({ code: Object(structured.withheld).code });
  });
