// `test` for specs over HTTP. Each worker waits until the server answers: a build may still run.
import { type APIRequestContext, type APIResponse, test as base } from "@playwright/test";
import { type Sites, sitesOf, untilAllowed, urlOf } from "./forms.ts";
import { LIMIT_MS, untilAnswering } from "./until-answering.ts";

export { expect } from "@playwright/test";

const methods = ["get", "head", "post", "fetch"] as const;

/** Sends to the site that has the address. Waits and sends again if a deployment refuses (429). */
export function createPatientRequest(request: APIRequestContext, sites: Sites): APIRequestContext {
  const patient = methods.map((method) => {
    const send = request[method].bind(request);
    return [
      method,
      (address: string, options?: object) =>
        untilAllowed<APIResponse>(
          () => send(urlOf(address, sites), options),
          (answer) => ({ status: answer.status(), retryAfter: answer.headers()["retry-after"] }),
        ),
    ] as const;
  });
  return Object.assign(Object.create(request), Object.fromEntries(patient));
}

export const test = base.extend<object, { readonly answering: null }>({
  request: ({ request, baseURL }, use) =>
    use(createPatientRequest(request, sitesOf(baseURL as string))),
  answering: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern
    async ({}, use, { project }) => {
      await untilAnswering(project.use.baseURL);
      await use(null);
    },
    { scope: "worker", auto: true, timeout: LIMIT_MS + 20_000 },
  ],
});
