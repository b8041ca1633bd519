// What the front says of itself, in the form that the asker reads: only where it, and not the site, has to answer.
import { openHeaders, type Problem, toPlainPage } from "../lib/http/problem.ts";
import { toCommonHeaders } from "../lib/http/security-headers.ts";

export type Form = "json" | "html" | "rpc";

interface FrontProblem extends Omit<Problem, "instance" | "alternates"> {
  /** nginx's own codes that are answered with this one. */
  readonly causes: readonly number[];
  readonly retryAfterSeconds?: number;
}

export const problems: readonly FrontProblem[] = [
  {
    status: 400,
    // 497: http where https is spoken.
    causes: [400, 497],
    code: "bad_request",
    title: "Bad request",
    detail: "This is not a request that HTTP allows.",
    hint: "Send one Host, a whole request line and one body length, and https to a port that speaks it.",
  },
  {
    status: 405,
    causes: [405],
    code: "method_not_allowed",
    title: "Method not allowed",
    detail: "Nothing here takes that method.",
    hint: "Use GET or HEAD, and POST for /mcp.",
  },
  {
    status: 412,
    causes: [412],
    code: "precondition_failed",
    title: "Precondition failed",
    detail: "What is here now is not what If-Match or If-Unmodified-Since names.",
    hint: "Ask without them, or with If-None-Match.",
  },
  {
    status: 413,
    causes: [413],
    code: "body_too_large",
    title: "Body too large",
    detail: "The body is larger than any message that this site reads.",
    hint: "Send a smaller body, or fewer messages in one.",
  },
  {
    status: 414,
    causes: [414],
    code: "address_too_long",
    title: "Address too long",
    detail: "The address is longer than any that this site has.",
    hint: "See /llms.txt for what is published.",
  },
  {
    status: 421,
    causes: [421],
    code: "misdirected_request",
    title: "Misdirected request",
    detail: "This server does not answer for that host.",
    hint: "Ask under the site's own name.",
  },
  {
    status: 429,
    causes: [429],
    code: "rate_limited",
    title: "Too many requests",
    detail: "This client asks more often, or over more connections, than the front allows.",
    hint: "Retry after 1 s, and keep what you have read for as long as its Cache-Control says.",
    retryAfterSeconds: 1,
  },
  {
    status: 431,
    causes: [494],
    code: "headers_too_large",
    title: "Header fields too large",
    detail: "The header fields are larger than this site reads.",
    hint: "Send fewer or shorter header fields.",
  },
  {
    status: 501,
    causes: [501],
    code: "not_implemented",
    title: "Not implemented",
    detail: "The body has a transfer coding that is not known here.",
    hint: "Send it with Content-Length, or chunked.",
  },
  {
    status: 503,
    causes: [502, 503, 504],
    code: "unavailable",
    title: "Unavailable",
    detail: "The site cannot be reached now. Nothing is known of the network from here: neither safe nor unsafe.",
    hint: "Retry after 5 s. Do not send funds on facts that you cannot read now.",
    retryAfterSeconds: 5,
  },
  {
    status: 505,
    causes: [505],
    code: "version_not_supported",
    title: "HTTP version not supported",
    detail: "This server does not speak that version of HTTP.",
    hint: "Use HTTP/1.1 or HTTP/2.",
  },
];

const mediaTypes: Readonly<Record<Form, string>> = {
  json: "application/problem+json",
  html: "text/html",
  rpc: "application/json",
};

const toBody: Readonly<Record<Form, (problem: FrontProblem) => string>> = {
  json: ({ causes: _causes, retryAfterSeconds: _retry, ...problem }) =>
    JSON.stringify({ type: "about:blank", ...problem }),
  html: toPlainPage,
  // As lib/mcp/messages.ts refuses before it has read an id.
  rpc: ({ detail, hint }) =>
    JSON.stringify({ jsonrpc: "2.0", id: null, error: { code: -32000, message: `${detail} ${hint}` } }),
};

const forms = Object.keys(mediaTypes) as Form[];

/** nginx's quoted string: none of these texts holds a variable. */
function quote(text: string): string {
  return `'${text.replaceAll("'", "\\'")}\\n'`;
}

/** For `http {}`: which form a request reads, the bodies, and which of nginx's codes is told how. */
export function toProblemMaps(): string {
  const bodies = forms.map(
    (form) => `  map $status $problem_${form} {
${problems.map((problem) => `    ${problem.status} ${quote(toBody[form](problem))};`).join("\n")}
  }`,
  );
  const retries = problems.filter(({ retryAfterSeconds }) => retryAfterSeconds);
  return `  map $request_uri $problem_form_by_path {
    default "";
    ~^/mcp/?(\\?|$) rpc;
  }
  map "$problem_form_by_path $http_accept" $problem_form {
    default json;
    ~^rpc rpc;
    ~*text/html html;
  }
  map $status $problem_retry {
    default "";
${retries.map(({ status, retryAfterSeconds }) => `    ${status} ${retryAfterSeconds};`).join("\n")}
  }
${bodies.join("\n")}
${problems.map(({ status, causes }) => `  error_page ${causes.join(" ")} =${status} /-/problem.$problem_form;`).join("\n")}`;
}

/** What the front owes with each answer of its own; every line begins a directive of a location. */
export function toOwnHeaders(origin: string, more: Readonly<Record<string, string>> = {}): string {
  const headers = { ...toCommonHeaders(origin), ...openHeaders, ...more };
  return Object.entries(headers)
    .map(([name, value]) => `      add_header ${name} "${value}" always;`)
    .join("\n");
}

/** For each `server {}`: the addresses that `error_page` names; a client cannot ask for them. `origin` is the public one. */
export function toProblemLocations(origin: string): string {
  const headers = toOwnHeaders(origin, {
    "Cache-Control": "no-store",
    Vary: "Accept",
    "Retry-After": "$problem_retry",
  });
  return forms
    .map(
      (form) => `    location = /-/problem.${form} {
      internal;
      default_type ${mediaTypes[form]};
      charset utf-8;
${headers}
      return 200 $problem_${form};
    }`,
    )
    .join("\n");
}
