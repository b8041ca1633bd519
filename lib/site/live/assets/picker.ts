// The list below an asset field: an editable combobox (ARIA practices). Runs in the browser.
// The assets come from the HTML datalist or from /assets.json. Only /assets.json says whether an
// asset can be sent or received. A row hides this state when the data is a minute old.

import { USD_UNITS } from "../../../protocol/values/amounts.ts";
import { formatShortDollars } from "../../../say/figures.en.ts";
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

interface AssetsReading {
  readonly assets: readonly AssetAnswer[];
  readonly requestedMs: number;
  readonly staleAtMs: number;
}

const TIMEOUT_MS = 8_000;
const MAX_AGE_MS = 60_000;

export function watchAssetFields(assetsUrl: string): void {
  let reading: AssetsReading | null = null;
  let isRequesting = false;
  const getReading = () => reading;
  // React runs effects twice in development. `:not([role])` skips fields of the first run.
  const inputs = [
    ...document.querySelectorAll<HTMLInputElement>("form :is([name=from], [name=to]):not([role])"),
  ];
  const updateFunctions = inputs.map((input) => attachList(input, getReading, readAgain));
  const resizeObserver = new ResizeObserver(() => updateAll());
  for (const input of inputs) resizeObserver.observe(input.closest("main") ?? input);
  function updateAll(): void {
    for (const updateRows of updateFunctions) updateRows();
  }
  async function readAgain(): Promise<void> {
    if (isRequesting || isCurrent(reading)) return;
    isRequesting = true;
    reading = (await readAssets(assetsUrl)) ?? reading;
    isRequesting = false;
    updateAll();
    if (isCurrent(reading)) setTimeout(updateAll, reading.staleAtMs - Date.now());
  }
}

/** False for data older than a minute, or if the device's clock was set back after the request. */
function isCurrent(reading: AssetsReading | null): reading is AssetsReading {
  const nowMs = Date.now();
  return reading !== null && reading.requestedMs <= nowMs && nowMs < reading.staleAtMs;
}

async function readAssets(url: string): Promise<AssetsReading | null> {
  const requestedMs = Date.now();
  try {
    const response = await fetch(url, {
      cache: "no-store",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const { freshness, as_of: asOf, assets } = (await response.json()) as AssetsAnswer;
    const ageMs =
      freshness === "fresh" ? (asOf.age_seconds ?? MAX_AGE_MS / 1000) * 1000 : MAX_AGE_MS;
    return {
      assets: [...assets],
      requestedMs,
      staleAtMs: requestedMs + MAX_AGE_MS - ageMs,
    };
  } catch {
    return null;
  }
}

function attachList(
  input: HTMLInputElement,
  getReading: () => AssetsReading | null,
  readAgain: () => Promise<void>,
): () => void {
  const datalistOptions = [...(input.list?.options ?? [])].map(({ value, label }) => ({
    value,
    label,
  }));
  const getOptions = () =>
    datalistOptions.length > 0 ? datalistOptions : optionsOf(getReading()?.assets ?? []);
  const side: AssetSide = input.name === "from" ? "can_send" : "can_receive";
  const listbox = appendList(input);
  let filterText: string | null = null;
  let shownOptions: readonly AssetOption[] = [];
  let activeIndex = -1;

  function updateRows(): void {
    const reading = getReading();
    const activeValue = shownOptions[activeIndex]?.value;
    shownOptions = filterText === null ? [] : filterOptions(getOptions(), filterText);
    const currentAnswers = isCurrent(reading) ? reading.assets : [];
    listbox.replaceChildren(
      ...shownOptions.map((option, index) =>
        optionRow(option, `${listbox.id}-${index}`, findAnswer(currentAnswers, option), side),
      ),
    );
    const wasHidden = listbox.hidden;
    listbox.hidden = shownOptions.length === 0;
    placeBelow(input, listbox);
    if (wasHidden && !listbox.hidden) listbox.scrollIntoView({ block: "nearest" });
    input.setAttribute("aria-expanded", String(!listbox.hidden));
    activate(shownOptions.findIndex(({ value }) => value === activeValue));
  }
  function activate(index: number): void {
    listbox.children[activeIndex]?.setAttribute("aria-selected", "false");
    activeIndex = index;
    const activeRow = listbox.children[index];
    activeRow?.setAttribute("aria-selected", "true");
    activeRow?.scrollIntoView({ block: "nearest" });
    input.setAttribute("aria-activedescendant", activeRow?.id ?? "");
  }
  function open(text: string): void {
    filterText = text;
    activeIndex = -1;
    updateRows();
    void readAgain();
  }
  function close(): void {
    filterText = null;
    updateRows();
  }
  function choose(index: number): void {
    input.value = shownOptions[index]?.value ?? input.value;
    close();
  }
  function openAll(): void {
    open(getOptions().some(({ value }) => value === input.value) ? "" : input.value);
  }
  function handleKey(event: KeyboardEvent): void {
    const { key, isComposing } = event;
    if (isComposing) return;
    if (key === "ArrowDown" || key === "ArrowUp") {
      if (listbox.hidden) openAll();
      // Arrow keys go round the rows and the text field (index -1), in both directions.
      const positionCount = shownOptions.length + 1;
      const step = key === "ArrowDown" ? 1 : positionCount - 1;
      activate(((activeIndex + 1 + step) % positionCount) - 1);
    } else if (key === "Enter" && activeIndex >= 0) choose(activeIndex);
    else if (key === "Escape" && !listbox.hidden) close();
    else {
      if (["Home", "End", "ArrowLeft", "ArrowRight"].includes(key)) activate(-1);
      return;
    }
    event.preventDefault();
  }

  close();
  input.addEventListener("input", () => open(input.value));
  input.addEventListener("click", () => listbox.hidden && openAll());
  input.addEventListener("keydown", handleKey);
  input.addEventListener("blur", close);
  listbox.addEventListener("click", ({ target }) =>
    choose([...listbox.children].findIndex((row) => row.contains(target as Node))),
  );
  return updateRows;
}

/** Space that the list keeps to the edge of a phone's screen. */
const EDGE_PX = 20;

function placeBelow(input: HTMLElement, listbox: HTMLElement): void {
  const { left, bottom } = input.getBoundingClientRect();
  listbox.style.top = `${bottom + scrollY}px`;
  const maxLeftPx = document.documentElement.clientWidth - listbox.offsetWidth - EDGE_PX;
  listbox.style.left = `${Math.min(left, maxLeftPx)}px`;
}

function appendList(input: HTMLInputElement): HTMLElement {
  const listbox = element("ul", {
    class: "picker",
    id: `${input.id}-list`,
    role: "listbox",
    "aria-label": "Assets",
  });
  listbox.addEventListener("mousedown", (event) => event.preventDefault());
  input.removeAttribute("list");
  // Appended to <main>: near the field, the list would inherit the typeface of the form's box.
  input.closest("main")?.append(listbox);
  setAttributes(input, {
    role: "combobox",
    "aria-autocomplete": "list",
    "aria-controls": listbox.id,
  });
  return listbox;
}

/** A colour hue in degrees. Equal tickers get equal hues. */
export const hueOf = (ticker: string) =>
  [...ticker].reduce((sum, letter) => sum * 53 + letter.charCodeAt(0), 0) % 360;

/** Adds the state element even while empty, so that the row's height never changes. */
function optionRow(
  option: AssetOption,
  id: string,
  answer: AssetAnswer | undefined,
  side: AssetSide,
): HTMLElement {
  const ticker = tickerOf(option);
  const tickerInitial = element("b", { "aria-hidden": "true" }, ticker.charAt(0));
  tickerInitial.style.setProperty("--hue", String(hueOf(ticker)));
  const stateElement = element(
    "span",
    { class: "quiet" },
    ...(answer ? [verdictElement(answer[side]), depthText(answer)] : []),
  );
  return element(
    "li",
    { id, role: "option", "aria-selected": "false" },
    tickerInitial,
    element("span", {}, option.label),
    stateElement,
  );
}

function depthText({ depth_usd: usd }: AssetAnswer): string {
  return usd === null
    ? ""
    : `, pool of ${formatShortDollars(BigInt(Math.floor(Number(usd))) * USD_UNITS)}`;
}

/** Builds the same HTML as `app/parts/verdict.tsx`. Answers of older servers have no `detail`. */
function verdictElement({ state, text, detail = text }: AssetAnswer[AssetSide]): HTMLElement {
  const [svg, use] = ["svg", "use"].map((name) =>
    document.createElementNS("http://www.w3.org/2000/svg", name),
  );
  use?.setAttribute("href", `#state-${state}`);
  svg?.setAttribute("aria-hidden", "true");
  svg?.append(use ?? "");
  return element(
    "span",
    { class: "verdict", "data-state": state },
    svg ?? "",
    element("span", {}, detail),
  );
}

function element(
  name: string,
  attributes: Readonly<Record<string, string>>,
  ...children: (Node | string)[]
) {
  const newElement = document.createElement(name);
  setAttributes(newElement, attributes);
  newElement.append(...children);
  return newElement;
}

function setAttributes(target: Element, attributes: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(attributes)) target.setAttribute(name, value);
}
