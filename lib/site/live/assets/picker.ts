// The list below an asset field: an editable combobox (ARIA practices). Runs in the browser.
// Options come from the datalist or from /assets.json. States come from that document alone,
// and disappear when it is a minute old.

import type { assetsDocument } from "../../../answers/assets/structured.ts";
import { formatWholeDollars } from "../../../say/figures.en.ts";

export interface AssetOption {
  readonly value: string;
  readonly label: string;
}

type AssetAnswer = Pick<
  ReturnType<typeof assetsDocument>["assets"][number],
  "asset" | "name" | "depth_usd" | Side
>;
type Side = "can_send" | "can_receive";

interface Reading {
  readonly assets: readonly AssetAnswer[];
  readonly sentMs: number;
  readonly endMs: number;
}

const TIMEOUT_MS = 8_000;
const MAX_AGE_MS = 60_000;

const listWords = (text: string) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u);

/** Each typed word must begin a word of the option. Matches of the ticker come first. */
export function filterOptions(
  options: readonly AssetOption[],
  typed: string,
): readonly AssetOption[] {
  const words = listWords(typed).filter((word) => word !== "");
  const isBegun = (own: readonly string[]) => (word: string) =>
    own.some((one) => one.startsWith(word));
  const found = options.filter(({ value, label }) =>
    words.every(isBegun(listWords(`${label} ${value}`))),
  );
  const isNamed = (option: AssetOption) => words.some(isBegun([tickerOf(option).toLowerCase()]));
  return [...found.filter(isNamed), ...found.filter((option) => !isNamed(option))];
}

const tickerOf = ({ value }: AssetOption) => value.split(/[.-]/)[1] ?? value;

export const hueOf = (ticker: string) =>
  [...ticker].reduce((sum, letter) => sum * 53 + letter.charCodeAt(0), 0) % 360;

export function watchAssetFields(assetsUrl: string): void {
  let reading: Reading | null = null;
  let isAsking = false;
  const getReading = () => reading;
  // In development React runs the page twice: the second time the fields have their role.
  const inputs = [
    ...document.querySelectorAll<HTMLInputElement>("form :is([name=from], [name=to]):not([role])"),
  ];
  const shows = inputs.map((input) => attachList(input, getReading, read));
  const observer = new ResizeObserver(() => showAgain());
  for (const input of inputs) observer.observe(input.closest("main") ?? input);
  function showAgain(): void {
    for (const show of shows) show();
  }
  async function read(): Promise<void> {
    if (isAsking || isOfNow(reading)) return;
    isAsking = true;
    reading = (await readAssets(assetsUrl)) ?? reading;
    isAsking = false;
    showAgain();
    if (isOfNow(reading)) setTimeout(showAgain, reading.endMs - Date.now());
  }
}

/** False if the device's clock was set back meanwhile. */
function isOfNow(reading: Reading | null): reading is Reading {
  const nowMs = Date.now();
  return reading !== null && reading.sentMs <= nowMs && nowMs < reading.endMs;
}

async function readAssets(url: string): Promise<Reading | null> {
  const sentMs = Date.now();
  try {
    const response = await fetch(url, {
      cache: "no-store",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const {
      freshness,
      as_of: asOf,
      assets,
    } = (await response.json()) as ReturnType<typeof assetsDocument>;
    const ageMs =
      freshness === "fresh" ? (asOf.age_seconds ?? MAX_AGE_MS / 1000) * 1000 : MAX_AGE_MS;
    return { assets: [...assets], sentMs, endMs: sentMs + MAX_AGE_MS - ageMs };
  } catch {
    return null;
  }
}

function attachList(
  input: HTMLInputElement,
  getReading: () => Reading | null,
  read: () => Promise<void>,
): () => void {
  const options = [...(input.list?.options ?? [])].map(({ value, label }) => ({ value, label }));
  const getOptions = () => (options.length > 0 ? options : optionsOf(getReading()?.assets ?? []));
  const side: Side = input.name === "from" ? "can_send" : "can_receive";
  const list = appendList(input);
  let typed: string | null = null;
  let shown: readonly AssetOption[] = [];
  /** Index of the row that Enter takes; -1 for none. */
  let active = -1;

  function show(): void {
    const reading = getReading();
    const before = shown[active]?.value;
    shown = typed === null ? [] : filterOptions(getOptions(), typed);
    const told = isOfNow(reading) ? reading.assets : [];
    list.replaceChildren(
      ...shown.map((option, at) => row(option, `${list.id}-${at}`, findAnswer(told, option), side)),
    );
    const wasHidden = list.hidden;
    list.hidden = shown.length === 0;
    const { left, bottom } = input.getBoundingClientRect();
    list.style.top = `${bottom + scrollY}px`;
    list.style.left = `${Math.min(left, document.documentElement.clientWidth - list.offsetWidth)}px`;
    if (wasHidden && !list.hidden) list.scrollIntoView({ block: "nearest" });
    input.setAttribute("aria-expanded", String(!list.hidden));
    activate(shown.findIndex(({ value }) => value === before));
  }
  function activate(at: number): void {
    list.children[active]?.setAttribute("aria-selected", "false");
    active = at;
    const chosen = list.children[at];
    chosen?.setAttribute("aria-selected", "true");
    chosen?.scrollIntoView({ block: "nearest" });
    input.setAttribute("aria-activedescendant", chosen?.id ?? "");
  }
  function open(text: string): void {
    typed = text;
    active = -1;
    show();
    void read();
  }
  function close(): void {
    typed = null;
    show();
  }
  function take(at: number): void {
    input.value = shown[at]?.value ?? input.value;
    close();
  }
  /** A field that already names an asset offers all others. */
  function openAll(): void {
    open(getOptions().some(({ value }) => value === input.value) ? "" : input.value);
  }
  function press(event: KeyboardEvent): void {
    const { key, isComposing } = event;
    if (isComposing) return;
    if (key === "ArrowDown" || key === "ArrowUp") {
      if (list.hidden) openAll();
      const stops = shown.length + 1;
      activate(((active + 1 + (key === "ArrowDown" ? 1 : stops - 1)) % stops) - 1);
    } else if (key === "Enter" && active >= 0) take(active);
    else if (key === "Escape" && !list.hidden) close();
    else {
      if (["Home", "End", "ArrowLeft", "ArrowRight"].includes(key)) activate(-1);
      return;
    }
    event.preventDefault();
  }

  close();
  input.addEventListener("input", () => open(input.value));
  input.addEventListener("click", () => list.hidden && openAll());
  input.addEventListener("keydown", press);
  input.addEventListener("blur", close);
  list.addEventListener("click", ({ target }) =>
    take([...list.children].findIndex((one) => one.contains(target as Node))),
  );
  return show;
}

function appendList(input: HTMLInputElement): HTMLElement {
  const list = element("ul", {
    class: "picker",
    id: `${input.id}-list`,
    role: "listbox",
    "aria-label": "Assets",
  });
  list.addEventListener("mousedown", (event) => event.preventDefault());
  input.removeAttribute("list");
  // A sign around the form has its own letters.
  input.closest("main")?.append(list);
  setAttributes(input, { role: "combobox", "aria-autocomplete": "list", "aria-controls": list.id });
  return list;
}

/** The short form, unless two assets share it, as in the datalist. */
function optionsOf(assets: readonly AssetAnswer[]): readonly AssetOption[] {
  const isShort = (short: string) =>
    assets.filter(({ asset }) => shortOf(asset) === short).length === 1;
  return assets.map(({ asset, name }) => ({
    value: isShort(shortOf(asset)) ? shortOf(asset) : asset,
    label: name,
  }));
}

const shortOf = (asset: string) => asset.replace(/-.*/, "");

/** Undefined if two assets share the short form. */
export function findAnswer<Answer extends Pick<AssetAnswer, "asset">>(
  assets: readonly Answer[],
  { value }: Pick<AssetOption, "value">,
): Answer | undefined {
  const [alike, ...others] = assets.filter(({ asset }) => shortOf(asset) === value);
  return assets.find(({ asset }) => asset === value) ?? (others.length === 0 ? alike : undefined);
}

/** Reserves the space of the second line before its text is known. */
function row(
  option: AssetOption,
  id: string,
  answer: AssetAnswer | undefined,
  side: Side,
): HTMLElement {
  const ticker = tickerOf(option);
  const letter = element("b", { "aria-hidden": "true" }, ticker.charAt(0));
  letter.style.setProperty("--hue", String(hueOf(ticker)));
  const now = element(
    "span",
    { class: "quiet" },
    ...(answer ? [verdict(answer[side]), depthText(answer)] : []),
  );
  return element(
    "li",
    { id, role: "option", "aria-selected": "false" },
    letter,
    element("span", {}, option.label),
    now,
  );
}

function depthText({ depth_usd: depth }: AssetAnswer): string {
  return depth === null ? "" : `, pool of ${formatWholeDollars(BigInt(Math.round(Number(depth))))}`;
}

/** Like `app/parts/verdict.tsx`, without yes and no. Older servers have no `detail`. */
function verdict({ state, text, detail = text }: AssetAnswer[Side]): HTMLElement {
  const [shape, use] = ["svg", "use"].map((name) =>
    document.createElementNS("http://www.w3.org/2000/svg", name),
  );
  use?.setAttribute("href", `#state-${state}`);
  shape?.setAttribute("aria-hidden", "true");
  shape?.append(use ?? "");
  return element(
    "span",
    { class: "verdict", "data-state": state },
    shape ?? "",
    element("span", {}, detail),
  );
}

function element(
  name: string,
  attributes: Readonly<Record<string, string>>,
  ...children: (Node | string)[]
) {
  const made = document.createElement(name);
  setAttributes(made, attributes);
  made.append(...children);
  return made;
}

function setAttributes(one: Element, attributes: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(attributes)) one.setAttribute(name, value);
}
