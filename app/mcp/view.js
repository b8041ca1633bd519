// Shows the answer of a tool in a host with MCP Apps, and asks again by the same tool.
// Messages are JSON-RPC by `postMessage`: github.com/modelcontextprotocol/ext-apps, 2026-01-26.

const PROTOCOL_VERSION = "2026-01-26";
/** A host may ask its user before it calls a tool. */
const TIMEOUT_MS = 60_000;
const TICK_MS = 1_000;
const OLD_MS = 120_000;
const MAX_HEIGHT_PX = 500;
/** Words, rows, figures, and what holds them. */
const PARTS = "h1, h2, h3, p, li, tr, blockquote, pre, details, div, ul, ol, dl, section";

/** Style variables of hosts, and the token that each one sets. */
const hostTokens = [
  ["--color-background-primary", "--paper"],
  ["--color-background-secondary", "--panel"],
  ["--color-text-primary", "--ink"],
  ["--color-text-secondary", "--soft"],
  ["--color-border-primary", "--line"],
  ["--font-sans", "--sans"],
];

const [answer, notice, wholeButton, askButton, age, settings] =
  document.querySelectorAll("[data-place]");
const { key, words } = JSON.parse(settings.textContent);

/** An `AnswerView` of `lib/mcp/view.ts`. */
let view = null;
let readMs = 0;
let toolArguments = {};
let capabilities = {};
let context = {};
let isWhole = false;

const pending = new Map();
/** A view does not know the host's origin. Nothing that it sends is a secret. */
const send = (message) => parent.postMessage({ jsonrpc: "2.0", ...message }, "*");

function request(method, params) {
  const id = crypto.getRandomValues(new Uint32Array(1))[0];
  send({ id, method, params });
  return new Promise((resolve, reject) => {
    pending.set(id, { resolve, reject });
    setTimeout(() => settle({ id, error: "no answer in time" }), TIMEOUT_MS);
  });
}

function settle({ id, result, error }) {
  const { resolve, reject } = pending.get(id) ?? {};
  pending.delete(id);
  if (error === undefined) resolve?.(result);
  else reject?.(new Error("the host refused"));
}

const listeners = {
  "ui/notifications/tool-input": (params) => {
    toolArguments = params.arguments ?? {};
  },
  "ui/notifications/tool-result": showResult,
  "ui/notifications/tool-cancelled": () => announce(words.cancelled),
  "ui/notifications/host-context-changed": applyContext,
};

addEventListener("message", ({ source, data }) => {
  if (source !== parent || data?.jsonrpc !== "2.0") return;
  const { id, method, params = {} } = data;
  if (method === undefined) settle(data);
  else if (id === undefined) listeners[method]?.(params);
  else if (method === "ping" || method === "ui/resource-teardown") send({ id, result: {} });
  else send({ id, error: { code: -32601, message: "Method not found" } });
});

function applyContext(changes) {
  context = { ...context, ...changes };
  const { style } = document.documentElement;
  if (context.theme) style.colorScheme = context.theme;
  for (const [name, token] of hostTokens)
    if (context.styles?.variables?.[name]) style.setProperty(token, context.styles.variables[name]);
  fit();
}

function announce(text) {
  notice.textContent = text;
}

/** A result of `tools/call`, as the host passes it on. */
function showResult({ _meta }) {
  view = _meta?.[key] ?? null;
  isWhole = false;
  announce(view ? "" : words.noFigures);
  // The policy of this document runs no script in it.
  answer.innerHTML = view?.html ?? "";
  if (!capabilities.openLinks)
    for (const link of answer.querySelectorAll("a")) link.replaceWith(...link.childNodes);
  // A host may bring back an answer of days ago.
  readMs = Math.min(Date.parse(view?.readAt), Date.now());
  askButton.hidden = !view || !capabilities.serverTools;
  showAge();
  fit();
}

/** An old answer says so. An expired quote is no longer shown. */
function showAge() {
  const ageMs = Date.now() - readMs;
  const isExpired = view?.sendBefore && !(Date.now() < Date.parse(view.sendBefore));
  const isOld = isExpired || ageMs >= OLD_MS;
  if (isExpired) answer.replaceChildren();
  answer.toggleAttribute("data-old", isOld);
  const text = isExpired ? words.expired : isOld ? words.old : words.read;
  age.textContent = view ? text.replace("{age}", formatAge(ageMs)) : "";
  age.classList.toggle("note", isOld);
}

/** "3 minutes ago" */
function formatAge(ageMs) {
  const seconds = Math.max(0, Math.floor(ageMs / 1_000));
  const units = { day: 86_400, hour: 3_600, minute: 60, second: 1 };
  const unit = Object.keys(units).find((name) => seconds >= units[name]) ?? "second";
  const format = new Intl.RelativeTimeFormat(document.documentElement.lang);
  return format.format(-Math.floor(seconds / units[unit]), unit);
}

/** Hides parts for which there is no room, from the last. The words of the sign always stay. */
function fit() {
  for (const part of answer.querySelectorAll("[data-cut]")) part.removeAttribute("data-cut");
  wholeButton.hidden = true;
  if (isWhole || context.displayMode === "fullscreen") return;
  const limitPx = Math.min(MAX_HEIGHT_PX, context.containerDimensions?.maxHeight ?? MAX_HEIGHT_PX);
  for (const part of listParts()) {
    if (document.body.getBoundingClientRect().height <= limitPx) return;
    hide(part);
    wholeButton.hidden = false;
  }
}

/** What stands behind the sign, figures in it, what stands before it, and its sentences. */
function listParts() {
  const board = answer.querySelector(".signboard");
  const first = answer.querySelector(".signboard .verdict") ?? answer.querySelector("p, li");
  const orderOf = (part) => {
    if (board?.contains(part)) return part.matches("dl > div") ? 1 : 3;
    return part.compareDocumentPosition(board ?? answer) & Node.DOCUMENT_POSITION_PRECEDING ? 0 : 2;
  };
  return [...answer.querySelectorAll(PARTS)]
    .filter((part) => !part.contains(first))
    .reverse()
    .sort((one, other) => orderOf(one) - orderOf(other));
}

/** With it, what would be a heading over nothing. */
function hide(part) {
  part.toggleAttribute("data-cut", true);
  const siblings = [...part.parentElement.children];
  if (
    part.parentElement !== answer &&
    siblings.every((one) => one.matches("[data-cut], h2, thead"))
  )
    hide(part.parentElement);
}

function showWhole() {
  isWhole = true;
  fit();
}

function enlarge() {
  showWhole();
  if (context.availableDisplayModes?.includes("fullscreen"))
    request("ui/request-display-mode", { mode: "fullscreen" }).catch(() => undefined);
}

async function askAgain() {
  askButton.disabled = true;
  announce(words.asking);
  try {
    const result = await request("tools/call", { name: view.tool, arguments: toolArguments });
    if (!result?._meta?.[key]) throw new Error("the tool gave no view");
    showResult(result);
  } catch {
    announce(words.failed);
  }
  askButton.disabled = false;
}

/** A frame without permissions cannot follow a link itself. */
function follow(event) {
  const link = event.target.closest("a");
  if (!link) return;
  event.preventDefault();
  request("ui/open-link", { url: link.href }).catch(() => announce(words.failed));
}

function reportSize() {
  fit();
  const { height } = document.body.getBoundingClientRect();
  send({ method: "ui/notifications/size-changed", params: { height: Math.ceil(height) } });
}

wholeButton.addEventListener("click", enlarge);
askButton.addEventListener("click", askAgain);
answer.addEventListener("click", follow);
answer.addEventListener("toggle", showWhole, { capture: true });
new ResizeObserver(reportSize).observe(document.body);
setInterval(showAge, TICK_MS);
document.addEventListener("visibilitychange", showAge);

announce(words.waiting);
request("ui/initialize", {
  protocolVersion: PROTOCOL_VERSION,
  appInfo: { name: "signpost", version: "1" },
  appCapabilities: { availableDisplayModes: ["inline", "fullscreen"] },
}).then(
  ({ hostCapabilities, hostContext }) => {
    capabilities = hostCapabilities ?? {};
    applyContext(hostContext ?? {});
    send({ method: "ui/notifications/initialized", params: {} });
  },
  () => announce(words.noHost),
);
