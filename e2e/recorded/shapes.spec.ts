// The scripted MAYAChain of the specs answers in the shapes of a recorded node: no member that the node has not, and each value in its form.
import { expect, test } from "@playwright/test";
import { networkShapes, readShapes, type Shape, shapeOf } from "../../tools/recorded/shapes.ts";
import { readFixture } from "../support/upstream/read-fixture.ts";
import { blockAt, lastBlockBody } from "../support/wire.ts";

function differences(got: Shape, recorded: Shape, at: string): string[] {
  const isText = got.is.every((form) => ["uint", "id", "blank", "text"].includes(form));
  const isKnown = (form: string) =>
    recorded.is.includes(form) || (isText && recorded.is.includes("text"));
  const forms = got.is.filter((form) => !isKnown(form));
  const members = Object.entries(got.has ?? {}).flatMap(([key, shape]) => {
    const name = key.replace(/\?$/, "");
    const known = recorded.has?.[name] ?? recorded.has?.[`${name}?`];
    return known ? differences(shape, known, `${at}.${name}`) : [`${at}.${name}: not recorded`];
  });
  return [
    ...forms.map((form) => `${at}: ${form}, and recorded ${recorded.is.join(" or ")}`),
    ...members,
    ...(got.items && recorded.items ? differences(got.items, recorded.items, `${at}[]`) : []),
  ];
}

test("the scripted MAYAChain of the specs: as mayanode sends it", () => {
  const scene = readFixture("mayachain");
  const { inboundAddresses: inbound_addresses, network, pools, queue, version, quotes } = scene;
  const lastblock = lastBlockBody(scene, blockAt({ height: scene.baseHeight, timeMs: 0 }, 60_000));
  const bodies = [
    ...Object.entries({ inbound_addresses, lastblock, network, pools, queue, version }),
    ...quotes.map(({ body }) => ["quote/swap", body] as const),
    ...Object.values(scene.txStatus ?? {}).map((body) => ["tx/status/{id}", body] as const),
  ];
  expect(new Set(bodies.map(([endpoint]) => endpoint)).size).toBe(8);
  const found = bodies.flatMap(([endpoint, body]) =>
    differences(shapeOf(body), readShapes().mayachain[endpoint] as Shape, endpoint),
  );
  expect(found.filter((one) => !/\.router: not recorded$/.test(one))).toEqual([]);
});

test("the copy is what the recordings say", { tag: "@shared" }, () => {
  const folder: string | null = test.info().config.metadata.recordingsDir;
  test.skip(!folder, "RECORDINGS_DIR is not set");
  for (const network of ["thorchain", "mayachain"] as const)
    expect(readShapes()[network]).toEqual(networkShapes(folder as string, network));
});
