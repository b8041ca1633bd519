// The handler of a stable document, called as Next calls it at the build.
import { expect, test } from "@playwright/test";
import { importBodies } from "../../../bin/site-modules.ts";

/** Next passes a proxy, through which Node 24 and later let only these two be read. */
function createBuildRequest(path: string): Request {
  const request = new Request(`http://localhost:3000${path}`);
  return new Proxy(request, {
    get(target, name) {
      if (name === "url" || name === "headers") return target[name];
      throw new TypeError(`Cannot read ${String(name)} from this request`);
    },
  });
}

test("a document that this deployment does not publish answers 404 at the build", async () => {
  const { publishStable } = await importBodies();
  // The swap site never has this script of the website.
  const response = await publishStable("/webmcp.js", "swap")(createBuildRequest("/webmcp.js"));
  expect(response.status).toBe(404);
  expect(await response.json()).toMatchObject({ code: "not_found", instance: "/webmcp.js" });
});

test("a published document answers 200 at the build", async () => {
  const { publishStable } = await importBodies();
  const response = await publishStable("/robots.txt", "all")(createBuildRequest("/robots.txt"));
  expect(response.status).toBe(200);
  expect(await response.text()).toContain("User-agent: *");
});
