// A value that is too long for its field is left out as a whole, because a part of it would be another question.
import { expect, test } from "@playwright/test";
import { askSample } from "./views.ts";

const names = ["from", "to", "amount", "destination", "tolerance", "streaming"];

test("each field that lost its value is empty and says why", async () => {
  const { form, answer } = await askSample(
    names.map((name) => `${name}=${"1".repeat(161)}`).join("&"),
  );
  expect(answer).toBeNull();
  expect(form.problems.map(({ field }) => field)).toEqual([...names.slice(0, 5), null]);
  for (const { field, message } of form.problems.slice(0, 5)) {
    expect(message, String(field)).toMatch(
      /^What was written here was too long, and was left out\. /,
    );
  }
  for (const { name, value } of Object.values(form.fields)) expect(value, name).toBe("");
});
