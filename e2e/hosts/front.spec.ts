// The shipped front before a site with two hosts: redirects between the hosts pass, however long they are.
import { startFront } from "../../deploy/front.ts";
import { MAX_ADDRESS_CHARACTERS } from "../../deploy/nginx-conf.ts";
import { expect, test } from "../support/answering-test.ts";
import { ask } from "../support/ask.ts";
import { otherForms, skipOn } from "../support/forms.ts";
import { skipWithout } from "../support/programs.ts";
import { findFreePort } from "../support/start-process.ts";

skipWithout("nginx");
skipOn(otherForms, "The front stands before npm start.");

test("the longest address is redirected to the other host, and a longer one refused", async ({ baseURL }) => {
  const { host, port } = new URL(baseURL as string);
  const swap = `http://127.0.0.1:${port}`;
  const front = await startFront({
    upstreamPorts: [Number(port), await findFreePort()],
    port: await findFreePort(),
    origins: [baseURL as string, swap],
  });
  const get = (path: string) => ask(`${front.origin}${path}`, { headers: { host } });
  try {
    for (const character of ["a", '"', "\\"]) {
      const longest = `/status?${character.repeat(MAX_ADDRESS_CHARACTERS - "/status?".length)}`;
      const { status, headers } = await get(longest);
      expect([status, headers.location?.startsWith(`${swap}/status?`)]).toEqual([308, true]);
      expect((await get(`${longest}${character}`)).status).toBe(414);
    }
  } finally {
    await front.stop();
  }
});
