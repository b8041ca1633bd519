// Runs in a frame of an MCP Apps host: shows a tool's answer, and calls the tool again on request.
// Messages are JSON-RPC by `postMessage`: github.com/modelcontextprotocol/ext-apps, 2026-01-26.

/** Long: a host may first ask its user whether to call the tool. */
const TIMEOUT_MS = 300_000;
const OLD_MS = 120_000;
const MAX_HEIGHT_PX = 500;
const PART_SELECTOR = "h1, h2, h3, p, li, tr, blockquote, pre, details, div, ul, ol, dl, section";
const EMPTY_SELECTOR = "[data-cut], h2, h3, thead, svg";
/** If the view is too high, parts with a lower rank are hidden first. */
const ranks = { belowSign: 0, figuresOfSign: 1, aboveSign: 2, warnings: 3 };

/** [style variable of the host, our token]. Used if the host sets a theme and the first two. */
const hostTokens = [
  ["--color-background-primary", "--paper"],
  ["--color-text-primary", "--ink"],
  ["--color-background-secondary", "--panel"],
  ["--font-sans", "--sans"],
];

const places = Object.fromEntries(
  [...document.querySelectorAll("[data-place]")].map((place) => [place.dataset.place, place]),
);
const { answer: answerElement, notice: noticeElement, age: ageElement } = places;
const { wholeButton, askButton, settings } = places;
const { key: viewKey, origin, words } = JSON.parse(settings.textContent);

/** The shown `AnswerView` (`lib/mcp/view.ts`). Null if no valid answer has arrived. */
let view = null;
let shownAtMs = 0;
let ageWhenShownMs = 0;
let toolArguments = {};
let hostCapabilities = {};
let hostContext = {};
let isWhole = false;

const pendingRequests = new Map();
/** "*" allows every origin: this frame does not know the host's origin, and sends no secrets. */
const send = (message) => parent.postMessage({ jsonrpc: "2.0", ...message }, "*");

function request(method, params) {
  const id = crypto.getRandomValues(new Uint32Array(1))[0];
  send({ id, method, params });
  return new Promise((resolve, reject) => {
    pendingRequests.set(id, { resolve, reject });
    setTimeout(() => settle({ id, error: "no answer in time" }), TIMEOUT_MS);
  });
}

function settle({ id, result, error }) {
  const promise = pendingRequests.get(id);
  pendingRequests.delete(id);
  if (error === undefined) promise?.resolve(result);
  else promise?.reject(new Error("the host refused"));
}

const listeners = {
  "ui/notifications/tool-input": (params) => {
    toolArguments = params.arguments ?? {};
  },
  "ui/notifications/tool-result": showResult,
  "ui/notifications/tool-cancelled": () => (noticeElement.textContent = words.cancelled),
  "ui/notifications/host-context-changed": applyContext,
};

addEventListener("message", ({ source, data }) => {
  if (source !== parent || data?.jsonrpc !== "2.0") return;
  const { id, method, params = {} } = data;
  if (method === undefined) return settle(data);
  if (id === undefined) return listeners[method]?.(params);
  if (method === "ui/resource-teardown") observer.disconnect();
  if (method === "ping" || method === "ui/resource-teardown") return send({ id, result: {} });
  send({ id, error: { code: -32601, message: "Method not found" } });
});

function applyContext(changes) {
  if (hostContext.displayMode === "fullscreen" && changes.displayMode === "inline") isWhole = false;
  hostContext = { ...hostContext, ...changes };
  const { theme, styles: { variables = {} } = {} } = hostContext;
  const { style } = document.documentElement;
  if (theme) style.colorScheme = theme;
  const hasColors = theme && hostTokens.slice(0, 2).every(([name]) => variables[name]);
  for (const [name, token] of hostTokens)
    if (hasColors && variables[name]) style.setProperty(token, variables[name]);
  fitHeight();
}

function showResult(result) {
  view = parseView(result);
  isWhole = false;
  noticeElement.textContent = view ? "" : words.noFigures;
  // The CSP of this document blocks scripts in the answer.
  answerElement.innerHTML = view?.html ?? "";
  for (const link of answerElement.querySelectorAll("a"))
    if (!hostCapabilities.openLinks || urlOf(link) === null) link.replaceWith(...link.childNodes);
  shownAtMs = performance.now();
  // A host may show an old answer again, even after days.
  ageWhenShownMs = Math.max(0, Date.now() - Date.parse(view?.readAt));
  askButton.hidden = !view || !hostCapabilities.serverTools;
  showAge();
  fitHeight();
}

/** Null if HTML or a date is invalid: the results may come from a newer server. */
function parseView(result) {
  const { html, readAt, sendBefore } = result._meta?.[viewKey] ?? {};
  const instants = [readAt, ...(sendBefore === null ? [] : [sendBefore])];
  const isDated = instants.every((instant) => Number.isFinite(Date.parse(instant)));
  return typeof html === "string" && isDated ? result._meta[viewKey] : null;
}

/** Null if the link leads to a place in the answer, or is not http or https. */
function urlOf(link) {
  const href = link.getAttribute("href");
  const { protocol, href: url } = new URL(href, origin);
  return href.startsWith("#") || !/^https?:$/.test(protocol) ? null : url;
}

function showAge() {
  ageElement.textContent = "";
  if (view === null) return;
  // The larger of two ages: the clock may be set back, and `performance.now()` may stop in sleep.
  const sinceReadMs = Date.now() - Date.parse(view.readAt);
  const ageMs = Math.max(sinceReadMs, ageWhenShownMs + performance.now() - shownAtMs);
  const leftMs = Date.parse(view.sendBefore ?? "") - Date.parse(view.readAt) - ageMs;
  const isOld = ageMs >= OLD_MS;
  answerElement.toggleAttribute("data-old", isOld);
  ageElement.classList.toggle("note", isOld);
  ageElement.textContent = (isOld ? words.old : words.read).replace("{time}", formatTime(-ageMs));
  for (const place of answerElement.querySelectorAll("[data-left]"))
    place.textContent = words.left.replace("{time}", formatTime(leftMs));
  if (leftMs > 0 || view.sendBefore === null) return;
  if (answerElement.hasChildNodes()) noticeElement.textContent = words.expired;
  answerElement.replaceChildren();
}

/** "3 minutes ago" if `ms` is negative, else "in 3 minutes". */
function formatTime(ms) {
  const seconds = Math.floor(Math.abs(ms) / 1_000);
  const units = { day: 86_400, hour: 3_600, minute: 60, second: 1 };
  const unit = Object.keys(units).find((name) => seconds >= units[name]) ?? "second";
  const count = Math.sign(ms) * Math.floor(seconds / units[unit]);
  return new Intl.RelativeTimeFormat(document.documentElement.lang).format(count, unit);
}

/** Hides parts until the rest fits. Lower parts are hidden first. The headline always stays. */
function fitHeight() {
  for (const part of answerElement.querySelectorAll("[data-cut]")) part.removeAttribute("data-cut");
  wholeButton.hidden = true;
  if (isWhole || hostContext.displayMode === "fullscreen") return;
  const { height, maxHeight = MAX_HEIGHT_PX } = hostContext.containerDimensions ?? {};
  const limitPx = height ?? Math.min(MAX_HEIGHT_PX, maxHeight);
  for (const part of hidableParts()) {
    if (document.body.getBoundingClientRect().height <= limitPx) return;
    wholeButton.hidden = false;
    hidePart(part);
  }
}

function hidableParts() {
  const sign = answerElement.querySelector(".signboard .verdict");
  const board = sign?.closest(".signboard");
  const rankOf = (part) => {
    if (part.closest(".note") ?? part.querySelector(".note")) return ranks.warnings;
    if (board?.contains(part))
      return part.matches("dl > div") ? ranks.figuresOfSign : ranks.warnings;
    const isBelow =
      !board || part.compareDocumentPosition(board) & Node.DOCUMENT_POSITION_PRECEDING;
    return isBelow ? ranks.belowSign : ranks.aboveSign;
  };
  const headline = sign ?? answerElement.querySelector("p, li");
  return [...answerElement.querySelectorAll(PART_SELECTOR)]
    .filter((part) => !part.contains(headline))
    .reverse()
    .sort((a, b) => rankOf(a) - rankOf(b));
}

/** Also hides the container if only headings, icons and hidden parts stay in the container. */
function hidePart(part) {
  part.toggleAttribute("data-cut", true);
  const { parentElement: container } = part;
  const isEmpty = [...container.children].every((child) => child.matches(EMPTY_SELECTOR));
  if (isEmpty && container !== answerElement) hidePart(container);
}

function showWhole() {
  isWhole = true;
  fitHeight();
}

function enlarge() {
  showWhole();
  answerElement.focus();
  if (hostContext.availableDisplayModes?.includes("fullscreen"))
    request("ui/request-display-mode", { mode: "fullscreen" }).catch(() => undefined);
}

async function askAgain() {
  if (askButton.ariaDisabled === "true") return;
  askButton.ariaDisabled = "true";
  noticeElement.textContent = words.asking;
  try {
    const result = await request("tools/call", { name: view.tool, arguments: toolArguments });
    if (parseView(result) === null) throw new Error("the tool gave no view");
    showResult(result);
    noticeElement.textContent = words.renewed;
    // Otherwise the model would still use the deposit address of the old answer.
    if (hostCapabilities.updateModelContext)
      request("ui/update-model-context", { content: result.content }).catch(() => undefined);
  } catch {
    noticeElement.textContent = words.failed;
  }
  askButton.ariaDisabled = "false";
}

/** Asks the host to open the link, because a sandboxed frame cannot. */
async function followLink(event) {
  const link = event.target.closest("a");
  if (!link) return;
  event.preventDefault();
  const openResult = await request("ui/open-link", { url: urlOf(link) }).catch(() => null);
  noticeElement.textContent = openResult && !openResult.isError ? "" : words.notOpened;
}

setInterval(showAge, 1_000);
const observer = new ResizeObserver(() => {
  fitHeight();
  const { height } = document.body.getBoundingClientRect();
  send({ method: "ui/notifications/size-changed", params: { height: Math.ceil(height) } });
});

wholeButton.addEventListener("click", enlarge);
askButton.addEventListener("click", askAgain);
answerElement.addEventListener("click", followLink);
answerElement.addEventListener("toggle", showWhole, { capture: true });
noticeElement.textContent = words.waiting;
request("ui/initialize", {
  protocolVersion: "2026-01-26",
  appInfo: { name: "signpost", version: "1" },
  appCapabilities: { availableDisplayModes: ["inline", "fullscreen"] },
}).then(
  (hostAnswer) => {
    hostCapabilities = hostAnswer.hostCapabilities ?? {};
    applyContext(hostAnswer.hostContext ?? {});
    send({ method: "ui/notifications/initialized", params: {} });
    observer.observe(document.body);
  },
  () => (noticeElement.textContent = words.noHost),
);
