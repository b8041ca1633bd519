// One script from its first step to the moment when all is well again: every reading is held against the oracle.

import type { Envelope } from "../../lib/protocol/model/envelope.ts";
import type { QuoteReading } from "../../lib/protocol/model/quote.ts";
import { InputError } from "../../lib/protocol/values/input-error.ts";
import { adviceText, hintText } from "../../lib/say/message-text.ts";
import { BLOCK_MS } from "../support/wire.ts";
import { applyStep, repairAllOf } from "./apply-step.ts";
import {
  checkInbounds,
  checkPools,
  checkQuote,
  checkStatus,
  emptyTally,
  type Frame,
  type Tally,
} from "./check.ts";
import { createOracle, type Oracle, WINDOW_MS } from "./oracle.ts";
import { createPast, isSettled, toTruth } from "./past.ts";
import { createProcesses, type Process } from "./processes.ts";
import type { Script } from "./steps.ts";
import { createUpstreams, type Settled } from "./upstreams.ts";
import {
  assetsOf,
  createHistory,
  createState,
  START_MS,
  smallPresets,
  toChainBlock,
} from "./world.ts";

type Kind = "status" | "inbounds" | "pools" | "quote";

/** Longer than any breaker or demanded pause lasts. */
const RECOVERY_MS = 40_000;

/** A clock may be wrong, or set back, by so much without any block's time being refused. */
const CLOCK_SLACK_MS = 5_000;

const toText = (value: unknown) =>
  JSON.stringify(value, (_, one) => (typeof one === "bigint" ? `${one}` : one));

/** One node's word in a line: what was read of it, and at which height. */
function toBrief({ name, height, placed, mimir, rows, pools }: Oracle["words"][number]): string {
  const vaults = rows?.map(({ chain, address, router, gas_rate, gas_rate_units, ...flags }) => [
    address,
    router,
    flags,
  ]);
  return `${name} ${placed ? "in step" : "not in step"} at ${height}: ${toText({ mimir, vaults, pools: pools?.length ?? null })}`;
}

/** @throws an Error that lists every violation, at the first reading that has one. */
export async function runScript(script: Script, tally: Tally): Promise<void> {
  let counted = tally;
  const preset = smallPresets[script.network];
  const assets = assetsOf(preset);
  const operators = script.operators ?? "abc".slice(0, script.nodes);
  const history = createHistory(createState(preset, script.nodes, script.indexers));
  const upstreams = createUpstreams(preset, history);
  const { clock } = upstreams;
  const processGroup = createProcesses(script, preset, history, upstreams);
  const slackMs = script.steps.some((step) => step.do === "clock") ? CLOCK_SLACK_MS : 0;
  const nodeNames = Array.from({ length: script.nodes }, (_, index) => `node${index}`);

  function toFrame(
    askedMs: number,
    { answerMs, delivered, heard }: Settled<unknown>,
    { thawsAtMs, isCutOff }: Process,
    isWell: boolean,
  ): Frame {
    // A process that stood still says what one says that begins when it goes on.
    const isAnew = askedMs < thawsAtMs && thawsAtMs <= answerMs;
    if (isAnew) counted.frozen += 1;
    const startMs = isAnew ? thawsAtMs : askedMs;
    const isExact = isWell || isSettled(history, startMs - WINDOW_MS);
    // It may have read in vain in between: whoever failed then is not asked again.
    const moment = {
      startMs,
      answerMs,
      heard: isAnew && isCutOff ? new Set<string>() : heard,
      slackMs,
    };
    const asked = new Set(
      delivered
        .filter((one) => one.askedAtMs >= startMs - WINDOW_MS)
        .map(({ provider }) => provider),
    );
    return {
      preset,
      oracle: createOracle(preset, assets, delivered, nodeNames, operators, moment),
      past: createPast(preset, history, asked, operators, answerMs - WINDOW_MS - slackMs, answerMs),
      truth: isExact ? toTruth(preset, history, startMs - WINDOW_MS, startMs, answerMs) : null,
      answerMs,
      tally: counted,
      violations: [],
    };
  }

  async function hold<T extends Envelope>(
    process: Process,
    kind: Kind,
    work: () => Promise<T>,
    isWell: boolean,
    check: (frame: Frame, reading: T) => void,
  ): Promise<void> {
    const askedMs = clock.nowMs;
    const settled = await clock.settle(work(), process);
    const reading = settled.value;
    const frame = toFrame(askedMs, settled, process, isWell);
    counted.reads += 1;
    check(frame, reading);
    const text = toText(reading);
    if (/secret|strange|elsewhere|fetch failed/.test(text))
      frame.violations.push("an upstream's words are told");
    // A quote that failed may still tell the pair's verdict, which has grounds of its own.
    if (reading.failure) {
      if (kind !== "quote" && /"verdict":"open"/.test(text))
        frame.violations.push("open beside a failure");
      if (!/do not send/i.test(hintText(reading.failure) + adviceText(reading.advice)))
        frame.violations.push("a failure without its warning");
      if (frame.truth) frame.violations.push(`a failure although nothing is wrong: ${text}`);
    }
    if (frame.violations.length) {
      const at = `${kind} at ${(frame.answerMs - START_MS) / 1000} s, height ${toChainBlock(history.current(), frame.answerMs).height}`;
      throw new Error(
        [at, ...frame.violations.slice(0, 6), ...frame.oracle.words.map(toBrief)].join("\n"),
      );
    }
  }

  const quotable = [...assets.filter((asset) => !asset.endsWith(".MAYA")), preset.nativeAsset];
  async function read(process: Process, what: Kind, pair: number, isWell = false): Promise<void> {
    const { reader } = process;
    switch (what) {
      case "status":
        return hold(process, "status", () => reader.getStatus(), isWell, checkStatus);
      case "inbounds":
        return hold(process, "inbounds", () => reader.getInbounds(), isWell, checkInbounds);
      case "pools":
        return hold(process, "pools", () => reader.getPools(), isWell, checkPools);
      case "quote": {
        const from = quotable[pair % quotable.length] as string;
        const others = quotable.filter((asset) => asset !== from);
        const to = others[Math.floor(pair / quotable.length) % others.length] as string;
        const strange = Object.values(history.current().providers).some((one) => one.strangeQuote);
        const asked = { from, to, amount: "1", destination: "destination1" };
        const work = () => reader.getQuote({ ...asked, liquidityToleranceBps: 0 });
        const check = (frame: Frame, reading: QuoteReading) => checkQuote(frame, reading, strange);
        return hold(process, "quote", work, isWell, check);
      }
    }
  }

  const readAll = async (all: readonly Kind[], pair: number, isWell: boolean) => {
    for (const what of all)
      for (const process of processGroup.processes) await read(process, what, pair, isWell);
  };

  async function recover(halts: boolean): Promise<void> {
    history.change(clock.nowMs, (state) => repairAllOf(preset, state, clock.nowMs, halts));
    // After a clock was set back, a breaker counts its pause from the next call.
    if (slackMs > 0) await readAll(["status"], script.steps.length, false);
    const answers = processGroup.processes.flatMap((inbox) => inbox.told);
    const topHeight = Math.max(...answers.map(({ facts }) => facts?.height ?? 0));
    const behind = topHeight - toChainBlock(history.current(), clock.nowMs).height;
    await processGroup.advance(Math.max(halts ? WINDOW_MS : RECOVERY_MS, (behind + 1) * BLOCK_MS));
  }

  for (const step of script.steps) {
    if (step.do === "advance") await processGroup.advance(step.ms);
    else if (step.do === "restart") processGroup.restart(step.process);
    else if (step.do === "cache") processGroup.lieOfCache(step.lie);
    else if (step.do !== "read")
      history.change(clock.nowMs, (state) => applyStep(preset, history, state, step, clock.nowMs));
    else {
      const awake = await processGroup.listAwake(step.process ?? 0);
      const kinds =
        step.read === "together" ? (["status", "inbounds", "pools"] as const) : [step.read];
      const asked = kinds.map((kind, index) => {
        const process = awake[index % awake.length] as Process;
        return { process, work: () => read(process, kind, step.pair) };
      });
      await processGroup.run(step.freeze ?? null, asked);
    }
  }
  await processGroup.thawAll();

  // All is repaired: after the pauses and probes of dead providers the verdicts are the truth again, then open again.
  const recovered: Tally = { ...emptyTally };
  counted = recovered;
  const last = script.steps.length;
  await recover(false);
  await readAll(["status"], last, false);
  await clock.advance(WINDOW_MS);
  await readAll(["status", "inbounds", "quote"], last, true);
  await recover(true);
  await readAll(["inbounds", "pools", "quote"], last + 1, true);
  tally.shared += processGroup.taken();
  tally.exact += recovered.exact;
  if (recovered.open === 0 || recovered.addresses === 0)
    throw new Error("nothing is open although nothing is wrong");
  const [first] = processGroup.processes as [Process];
  const nowhere = { from: "NOPE.NOPE", to: "BTC.BTC", amount: "1" };
  await expectInputError(() => clock.settle(first.reader.getQuote(nowhere), first));
}

async function expectInputError(work: () => Promise<unknown>): Promise<void> {
  const thrown = await work().catch((error: unknown) => error);
  if (!(thrown instanceof InputError))
    throw new Error(`an unknown asset was taken: ${toText(thrown)}`);
}
