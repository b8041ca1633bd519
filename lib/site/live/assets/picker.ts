// The list below an asset field: an editable combobox (ARIA practices). Runs in the browser.
// Options come from the datalist or from /assets.json. States come from that document alone,
// and disappear when it is a minute old.

import { formatWholeDollars } from "../../../say/figures.en.ts";
import {
  type AssetAnswer,
  type AssetOption,
  type AssetSide,
  type AssetsAnswer,
  filterOptions,
  findAnswer,
  optionsOf,
  tickerOf,
} from "./options.ts";

interface Reading {
  readonly assets: readonly AssetAnswer[];
  readonly sentMs: number;
  readonly endMs: number;
}

const TIMEOUT_MS = 8_000;
const MAX_AGE_MS = 60_000;

export function watchAssetFields(assetsUrl: string): void {
  let reading: Reading | null = null;
  let isReading = false;
  const getReading = () => reading;
  // In development React runs the page twice: the second time the fields have their role.
  const inputs = [
    ...document.querySelectorAll<HTMLInputElement>("form :is([name=from], [name=to]):not([role])"),
  ];
  const updates = inputs.map((input) => attachList(input, getReading, read));
  const observer = new ResizeObserver(() => updateAll());
  for (const input of inputs) observer.observe(input.closest("main") ?? input);
  function updateAll(): void {
    for (const update of updates) update();
  }
  async function read(): Promise<void> {
    if (isReading || isCurrent(reading)) return;
    isReading = true;
    reading = (await readAssets(assetsUrl)) ?? reading;
    isReading = false;
    updateAll();
    if (isCurrent(reading)) setTimeout(updateAll, reading.endMs - Date.now());
  }
}

/** False if the device's clock was set back meanwhile. */
function isCurrent(reading: Reading | null): reading is Reading {
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
    const { freshness, as_of: asOf, assets } = (await response.json()) as AssetsAnswer;
    const ageMs =
      freshness === "fresh" ? (asOf.age_seconds ?? MAX_AGE_MS / 1000) * 1000 : MAX_AGE_MS;
    return { assets: [...assets], sentMs, endMs: sentMs + MAX_AGE_MS - ageMs };
  } catch {
    return null;
  }
}

/** Returns what shows the list again, with the newest reading. */
function attachList(
  input: HTMLInputElement,
  getReading: () => Reading | null,
  read: () => Promise<void>,
): () => void {
  const options = [...(input.list?.options ?? [])].map(({ value, label }) => ({ value, label }));
  const getOptions = () => (options.length > 0 ? options : optionsOf(getReading()?.assets ?? []));
  const side: AssetSide = input.name === "from" ? "can_send" : "can_receive";
  const list = appendList(input);
  /** Null while the list is closed. */
  let typed: string | null = null;
  let shown: readonly AssetOption[] = [];
  /** Index of the row that Enter takes; -1 for none. */
  let active = -1;

  function update(): void {
    const reading = getReading();
    const activeValue = shown[active]?.value;
    shown = typed === null ? [] : filterOptions(getOptions(), typed);
    const answers = isCurrent(reading) ? reading.assets : [];
    list.replaceChildren(
      ...shown.map((option, index) =>
        optionRow(option, `${list.id}-${index}`, findAnswer(answers, option), side),
      ),
    );
    const wasHidden = list.hidden;
    list.hidden = shown.length === 0;
    placeBelow(input, list);
    if (wasHidden && !list.hidden) list.scrollIntoView({ block: "nearest" });
    input.setAttribute("aria-expanded", String(!list.hidden));
    activate(shown.findIndex(({ value }) => value === activeValue));
  }
  function activate(index: number): void {
    list.children[active]?.setAttribute("aria-selected", "false");
    active = index;
    const row = list.children[index];
    row?.setAttribute("aria-selected", "true");
    row?.scrollIntoView({ block: "nearest" });
    input.setAttribute("aria-activedescendant", row?.id ?? "");
  }
  function open(text: string): void {
    typed = text;
    active = -1;
    update();
    void read();
  }
  function close(): void {
    typed = null;
    update();
  }
  function choose(index: number): void {
    input.value = shown[index]?.value ?? input.value;
    close();
  }
  /** A field that already names an asset offers all others. */
  function openAll(): void {
    open(getOptions().some(({ value }) => value === input.value) ? "" : input.value);
  }
  function handleKey(event: KeyboardEvent): void {
    const { key, isComposing } = event;
    if (isComposing) return;
    if (key === "ArrowDown" || key === "ArrowUp") {
      if (list.hidden) openAll();
      // The rows, and the field itself as -1.
      const stops = shown.length + 1;
      const step = key === "ArrowDown" ? 1 : stops - 1;
      activate(((active + 1 + step) % stops) - 1);
    } else if (key === "Enter" && active >= 0) choose(active);
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
  input.addEventListener("keydown", handleKey);
  input.addEventListener("blur", close);
  list.addEventListener("click", ({ target }) =>
    choose([...list.children].findIndex((row) => row.contains(target as Node))),
  );
  return update;
}

function placeBelow(input: HTMLElement, list: HTMLElement): void {
  const { left, bottom } = input.getBoundingClientRect();
  list.style.top = `${bottom + scrollY}px`;
  const maxLeft = document.documentElement.clientWidth - list.offsetWidth;
  list.style.left = `${Math.min(left, maxLeft)}px`;
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

/** A hue that is always the same for a ticker. */
export const hueOf = (ticker: string) =>
  [...ticker].reduce((sum, letter) => sum * 53 + letter.charCodeAt(0), 0) % 360;

/** Reserves the space of the second line before its text is known. */
function optionRow(
  option: AssetOption,
  id: string,
  answer: AssetAnswer | undefined,
  side: AssetSide,
): HTMLElement {
  const ticker = tickerOf(option);
  const letter = element("b", { "aria-hidden": "true" }, ticker.charAt(0));
  letter.style.setProperty("--hue", String(hueOf(ticker)));
  const state = element(
    "span",
    { class: "quiet" },
    ...(answer ? [verdict(answer[side]), depthText(answer)] : []),
  );
  return element(
    "li",
    { id, role: "option", "aria-selected": "false" },
    letter,
    element("span", {}, option.label),
    state,
  );
}

function depthText({ depth_usd: depth }: AssetAnswer): string {
  return depth === null ? "" : `, pool of ${formatWholeDollars(BigInt(Math.round(Number(depth))))}`;
}

/** Like `app/parts/verdict.tsx`, without yes and no. Older servers have no `detail`. */
function verdict({ state, text, detail = text }: AssetAnswer[AssetSide]): HTMLElement {
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
  const node = document.createElement(name);
  setAttributes(node, attributes);
  node.append(...children);
  return node;
}

function setAttributes(node: Element, attributes: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
}
