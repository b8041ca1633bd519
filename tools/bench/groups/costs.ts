// This folder holds the measurements, one group per file. How a load runs is in load.ts.
// What an operator pays: time to build and to start, and disk space.
import { existsSync, lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { findDependencies, listInstalled } from "../../../e2e/support/locked-packages.ts";
import { distDir, launchSite, startNextPeer, startPeer, startUpstream, withServers } from "../servers.ts";
import { median } from "../statistics.ts";
import type { Outcome } from "./group.ts";

const root = join(import.meta.dirname, "../../..");

export async function measureCosts(folder: string, buildSeconds: number, times: number): Promise<Outcome> {
  return withServers(async (start) => {
    await start(startUpstream());
    const starts = [
      ["Signpost, `next start` to the first /llms.txt", await timeStarts(times, () => launchSite(), "/llms.txt")],
      ["bare Next app, the same", await timeStarts(times, () => startNextPeer(folder), "/text")],
      ["node:http, the same", await timeStarts(times, () => startPeer("nodeHttp", folder), "/llms.txt")],
    ] as const;
    const sizes = [
      ["Signpost, what runs (`npm ci --omit=dev`)", sum(listInstalled({ production: true }))],
      ["Signpost, with what tests and builds it (`npm ci`)", sum(listInstalled())],
      [
        "`next`, `react` and `react-dom` with all that they need",
        sum(findDependencies(["next", "react", "react-dom"])),
      ],
      [
        "Signpost, the build's server and static files",
        readSize(join(root, distDir, "server")) + readSize(join(root, distDir, "static")),
      ],
    ] as const;
    return {
      tables: [
        {
          title: "Start",
          head: ["What", `Median of ${times}, ms`],
          rows: starts.map(([what, ms]) => [what, Math.round(ms)]),
        },
        { title: "Size", head: ["What", "MB"], rows: sizes.map(([what, bytes]) => [what, (bytes / 1e6).toFixed(1)]) },
        {
          title: "Build",
          head: ["What", "Seconds"],
          rows: [["`npm run build`, no cache", buildSeconds.toFixed(0)]],
        },
      ],
    };
  });
}

async function timeStarts(
  times: number,
  start: () => Promise<{ origin: string; stop(): Promise<void> }>,
  path: string,
): Promise<number> {
  const seen: number[] = [];
  for (let count = 0; count < times; count++) {
    const startMs = performance.now();
    const running = await start();
    const response = await fetch(`${running.origin}${path}`);
    await response.arrayBuffer();
    seen.push(performance.now() - startMs);
    await running.stop();
  }
  return median(seen);
}

const sum = (folders: Iterable<string>) =>
  [...folders].reduce((total, folder) => total + readSize(join(root, folder), false), 0);

/** Bytes of all files. A nested `node_modules` counts for its own packages. */
function readSize(path: string, nested = true): number {
  if (!existsSync(path)) return 0;
  const stat = lstatSync(path);
  if (!stat.isDirectory()) return stat.size;
  return readdirSync(path)
    .filter((name) => nested || name !== "node_modules")
    .reduce((total, name) => total + readSize(join(path, name), nested), 0);
}
