// Headers from our listener to the code behind Next have names that no client knows.
import { expect, test } from "@playwright/test";
import { ownHeader } from "../../../../lib/runtime/internals/own-headers.ts";

test("an own header keeps its name in the process, and nobody can guess it", () => {
  for (const name of ["peer", "shell"] as const) {
    expect(ownHeader(name)).toBe(ownHeader(name));
    expect(ownHeader(name)).toMatch(new RegExp(`^x-${name}-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`));
  }
});
