// A test runner of Stryker for unit specs: it loads them once in its process, and runs for each mutant only the tests that reach it.
// A test needs a millisecond there. Playwright needs two seconds before its first test.
import { registerHooks } from "node:module";
import { relative, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { declareFactoryPlugin, PluginKind } from "@stryker-mutator/api/plugin";
import {
  DryRunStatus,
  determineHitLimitReached,
  TestStatus,
  toMutantRunResult,
} from "@stryker-mutator/api/test-runner";

const api = new URL("spec-api.js", import.meta.url).href;

/** Stryker's state, which mutated modules read. */
globalThis.__stryker__ ??= {};

class SpecRunner {
  state = globalThis.__stryker__;
  loaded = null;

  constructor(specs, parts) {
    this.specs = specs;
    this.parts = parts;
  }

  capabilities() {
    // A module is loaded once: for what runs while it loads, Stryker starts another process.
    return { reloadEnvironment: false };
  }

  async dryRun() {
    const result = await this.run({});
    return { ...result, mutantCoverage: this.state.mutantCoverage };
  }

  async mutantRun({ activeMutant, hitLimit, mutantActivation, testFilter }) {
    this.state.hitLimit = hitLimit;
    this.state.hitCount = hitLimit === undefined ? undefined : 0;
    if (mutantActivation === "runtime") await this.load();
    this.state.activeMutant = activeMutant.id;
    const result = await this.run({ only: testFilter, isBailing: true });
    this.state.activeMutant = undefined;
    return toMutantRunResult(determineHitLimitReached(this.state.hitCount, this.state.hitLimit) ?? result);
  }

  load() {
    this.loaded ??= loadTests(this.specs, this.parts);
    return this.loaded;
  }

  async run({ only, isBailing = false }) {
    let loaded;
    try {
      loaded = await this.load();
    } catch (error) {
      const failed = {
        id: "load",
        name: "load",
        timeSpentMs: 0,
        status: TestStatus.Failed,
        failureMessage: `${error}`,
      };
      return { status: DryRunStatus.Complete, tests: [failed] };
    }
    const tests = [];
    for (const { id, name, body, Skipped } of loaded.all.filter((one) => only?.includes(one.id) ?? true)) {
      const startMs = performance.now();
      const toResult = (status, failureMessage) => ({
        ...{ id, name, status, failureMessage },
        timeSpentMs: performance.now() - startMs,
      });
      this.state.currentTestId = id;
      try {
        await body({});
        tests.push(toResult(TestStatus.Success));
      } catch (error) {
        const isSkipped = error instanceof Skipped;
        tests.push(toResult(isSkipped ? TestStatus.Skipped : TestStatus.Failed, `${error?.stack ?? error}`));
        if (!isSkipped && isBailing) break;
      } finally {
        this.state.currentTestId = undefined;
      }
    }
    for (const clean of loaded.cleanups) await clean();
    return { status: DryRunStatus.Complete, tests };
  }
}

async function loadTests(specs, parts) {
  registerHooks({
    resolve(name, context, next) {
      const isOfSpec = name === "@playwright/test" && context.parentURL !== api;
      if (isOfSpec) return { url: api, shortCircuit: true };
      return next(name.startsWith("@/") ? pathToFileURL(resolve(name.slice(2))).href : name, context);
    },
    load(url, context, next) {
      if (!url.endsWith(".tsx")) return next(url, context);
      return { format: "module", source: parts[relative(".", fileURLToPath(url))], shortCircuit: true };
    },
  });
  const { Skipped, cleanups, tests } = await import(api);
  const ids = [];
  for (const spec of specs) {
    await import(pathToFileURL(resolve(spec)).href);
    while (ids.length < tests.length) ids.push(`${spec} ${ids.length} ${tests[ids.length].name}`);
  }
  return { all: tests.map((one, index) => ({ ...one, id: ids[index], Skipped })), cleanups };
}

function createSpecRunner(options) {
  return new SpecRunner(options.specs, options.parts);
}
createSpecRunner.inject = ["options"];

export const strykerPlugins = [declareFactoryPlugin(PluginKind.TestRunner, "specs", createSpecRunner)];
