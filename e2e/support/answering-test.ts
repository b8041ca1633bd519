// `test` of specs whose server may be built while the first specs run: each worker waits until it answers.
import { type APIRequestContext, type APIResponse, test as base } from "@playwright/test";
import { untilAllowed } from "./forms.ts";
import { LIMIT_MS, untilAnswering } from "./until-answering.ts";

export { expect } from "@playwright/test";

const methods = ["get", "head", "post", "fetch"] as const;

/** Waits where a deployment limits its clients. */
function createPatientRequest(request: APIRequestContext): APIRequestContext {
  const patient = methods.map((method) => {
    const send = request[method].bind(request);
    return [
      method,
      (...args: [address: string, options?: object]) =>
        untilAllowed<APIResponse>(
          () => send(...args),
          (answer) => ({ status: answer.status(), retryAfter: answer.headers()["retry-after"] }),
        ),
    ] as const;
  });
  return Object.assign(Object.create(request), Object.fromEntries(patient));
}

export const test = base.extend<object, { readonly answering: null }>({
  request: ({ request }, use) => use(createPatientRequest(request)),
  answering: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern
    async ({}, use, { project }) => {
      await untilAnswering(project.use.baseURL);
      await use(null);
    },
    { scope: "worker", auto: true, timeout: LIMIT_MS + 20_000 },
  ],
});
