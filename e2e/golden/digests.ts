// What a group of states says, form by form: its texts, their digests, and the lines that hold them.
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "../support/root.ts";

/** Takes the forms of one state: texts, answers of tools, and lists of both. */
export type Tell = (state: string, forms: object) => void;

const file = join(root, "e2e/golden/digests.txt");

/** The texts of a group, by form. Tags stand on lines of their own, so that two texts can be compared line by line. */
export class Told {
  readonly texts = new Map<string, string[]>();
  states = 0;
  /** The codes, states and verdicts in the answers of tools. */
  readonly seen = new Set<string>();

  tell: Tell = (state, forms) => {
    this.states += 1;
    for (const [form, value] of Object.entries(forms)) {
      const { text, ...rest } =
        typeof value === "object" && "structured" in value ? value : { text: value };
      if (value !== text) this.#add("structured", state, rest);
      this.#add(value === text ? form : "text", state, text);
    }
  };

  #add(form: string, state: string, value: unknown): void {
    const text =
      typeof value === "string"
        ? value.replaceAll("><", ">\n<")
        : JSON.stringify(value, this.#write, 1);
    this.texts.set(form, [...(this.texts.get(form) ?? []), `==== ${state}\n${text}\n`]);
  }

  #write = (key: string, value: unknown) => {
    if (typeof value === "bigint") return `${value}`;
    if (key === "version") return "VERSION";
    if (/^(state|trading|deposits|signing|liquidity)$/.test(key)) this.seen.add(`${key} ${value}`);
    if (/^(warnings|error)$/.test(key))
      for (const one of [value].flat() as { code?: string }[]) this.seen.add(`${key} ${one?.code}`);
    return value;
  };

  /** "page 1a2b3c4d, text …" */
  digests(): string {
    return [...this.texts]
      .map(
        ([form, texts]) =>
          `${form} ${createHash("sha256").update(texts.join("")).digest("hex").slice(0, 8)}`,
      )
      .join(", ");
  }

  write(folder: string, group: string): void {
    for (const [form, texts] of this.texts) {
      const path = join(
        root,
        folder,
        group.replaceAll("/", "_"),
        `${form.replaceAll("/", "_")}.txt`,
      );
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, texts.join(""));
    }
  }
}

/** By group. */
export function readDigests(): Map<string, string> {
  const lines = readFileSync(file, "utf8").split("\n").filter(Boolean);
  return new Map(
    lines.map((line) => [line.slice(0, line.indexOf(": ")), line.slice(line.indexOf(": ") + 2)]),
  );
}

export function writeDigests(changed: ReadonlyMap<string, string>): void {
  const all = [...readDigests(), ...changed].reduce(
    (map, [group, digests]) => map.set(group, digests),
    new Map<string, string>(),
  );
  const lines = [...all].map(([group, digests]) => `${group}: ${digests}\n`);
  writeFileSync(file, lines.sort().join(""));
}
