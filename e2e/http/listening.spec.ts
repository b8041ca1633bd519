// `npm start` listens only on loopback, unless HOST names another address.
import { connect } from "node:net";
import { expect, test } from "@playwright/test";
import { otherForms, skipOn } from "../support/forms.ts";
import { findFreePort, sampleSettings, startProcess } from "../support/start-process.ts";

skipOn(otherForms, "It starts servers of its own.");

/** This machine has the address 127.0.0.2, but a server on 127.0.0.1 does not answer there. */
function isAnswering(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: "127.0.0.2", port }, () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}

test("HOST unset: another address of this machine is not answered", async ({ baseURL }) => {
  expect(await isAnswering(Number(new URL(baseURL as string).port))).toBe(false);
});

test("HOST=0.0.0.0: another address of this machine is answered", async ({ baseURL }) => {
  const port = await findFreePort();
  const { stop } = await startProcess({
    args: ["node_modules/jiti/lib/jiti-cli.mjs", "bin/start.ts"],
    environment: { ...sampleSettings(baseURL as string), PORT: String(port), HOST: "0.0.0.0" },
    ready: /^Try:$/m,
    limitMs: 60_000,
  });
  try {
    for (const name of ["127.0.0.1", "localhost"])
      expect((await fetch(`http://${name}:${port}/llms.txt`)).status).toBe(200);
    expect(await isAnswering(port)).toBe(true);
  } finally {
    await stop();
  }
});
