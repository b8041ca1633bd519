// Every sentence of the product, in named states, as the approved texts of `texts` have it.
import { test } from "@playwright/test";
import { alike, states } from "./all-states.ts";
import { alikeText, holdNames, holdText, stateText } from "./texts.ts";

for (const name of Object.keys(states))
  test(`${name} is said as approved`, async () => holdText(name, await stateText(name)));

for (const [name, scenes] of Object.entries(alike))
  test(`${name} are said as approved`, async () => holdText(name, await alikeText(name, scenes)));

test("each approved text has a state", () =>
  holdNames([...Object.keys(states), ...Object.keys(alike)]));
