// Security headers: `commonHeaders` for every response, and more for a document, part or page.

import type { FramedBy } from "../site/registry/resources.ts";

type Headers = Readonly<Record<string, string>>;

/** Two years. `includeSubDomains` is not sent: the domain's owner decides about subdomains. */
const HSTS_SECONDS = 63_072_000;

const unusedFeatures = [
  "camera",
  "display-capture",
  "geolocation",
  "hid",
  "microphone",
  "payment",
  "serial",
  "usb",
];

/** Left out for `anyone`, since the header cannot say it. */
const frameOptions = { site: "SAMEORIGIN", anyone: null, nobody: "DENY" } as const;
const frameAncestors = { site: "'self'", anyone: "*" } as const;

export function commonHeaders(origin: string, framedBy: FramedBy | "nobody" = "nobody"): Headers {
  const frameOption = frameOptions[framedBy];
  return {
    ...(origin.startsWith("https:") && { "Strict-Transport-Security": `max-age=${HSTS_SECONDS}` }),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "Permissions-Policy": unusedFeatures.map((feature) => `${feature}=()`).join(", "),
    ...(frameOption !== null && { "X-Frame-Options": frameOption }),
    "Cross-Origin-Opener-Policy": "same-origin",
  };
}

/**
 * Headers of Markdown, JSON, errors and files. Pages and parts have their own. Every site may load
 * such an answer. A browser runs no script in it, and loads nothing.
 */
export const documentHeaders: Headers = {
  "Content-Security-Policy":
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "Cross-Origin-Resource-Policy": "cross-origin",
};

/** How a part is shown in a frame, with `styleSource`, the hash of its own style. */
export interface PartFrame {
  readonly framedBy: FramedBy;
  readonly styleSource: string;
}

/**
 * Headers of a part: HTML that is shown inside another page. Null for a part without a frame. The
 * two policies of other origins let a page that is isolated from them show an open frame too.
 */
export function partHeaders(frame: PartFrame | null): Headers {
  const isOpen = frame?.framedBy === "anyone";
  const directives = [
    "default-src 'none'",
    ...(frame === null ? [] : [`style-src ${frame.styleSource}`, "font-src 'self'"]),
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${frame === null ? "'none'" : frameAncestors[frame.framedBy]}`,
  ];
  return {
    "Content-Security-Policy": directives.join("; "),
    "Cross-Origin-Resource-Policy": isOpen ? "cross-origin" : "same-origin",
    ...(isOpen && { "Cross-Origin-Embedder-Policy": "require-corp" }),
  };
}

export const partPathHeaders: Headers = { "X-Robots-Tag": "noindex" };

export const TRUSTED_TYPES_POLICY = "signpost";
/**
 * Name of the Trusted Types policy with which a live page parses new HTML. It differs from
 * `TRUSTED_TYPES_POLICY`, because a page can create each policy only once.
 */
export const OWN_MARKUP_POLICY = "signpost-page";

export interface PageRules {
  readonly markupPolicies?: readonly string[];
  readonly hasFrame?: boolean;
  /**
   * CSP sources of the allowed inline scripts: 'sha256-…' or 'nonce-…', with the quotes. Without
   * any, no script may run, not even a file of the site. Null in development: any script may run.
   */
  readonly scripts: readonly string[] | null;
  readonly origins: readonly [string, string];
}

export function pageHeaders({
  scripts,
  origins,
  markupPolicies = [],
  hasFrame = false,
}: PageRules) {
  const ownOrigins = origins[0] === origins[1] ? ["'self'"] : ["'self'", ...origins];
  const directives = {
    ...(scripts && {
      "default-src": ["'none'"],
      ...(scripts.length > 0 && {
        "script-src": ["'self'", ...scripts],
        "connect-src": ownOrigins,
        "require-trusted-types-for": ["'script'"],
        "trusted-types": [TRUSTED_TYPES_POLICY, ...markupPolicies],
      }),
      "style-src": ["'self'"],
      "img-src": ownOrigins,
      "font-src": ["'self'"],
      "manifest-src": ["'self'"],
      ...(hasFrame && { "frame-src": ["'self'"] }),
    }),
    "form-action": ownOrigins,
    "base-uri": ["'none'"],
    "frame-ancestors": ["'none'"],
  };
  const directiveTexts = Object.entries(directives).map(
    ([name, sources]) => `${name} ${sources.join(" ")}`,
  );
  return {
    "Content-Security-Policy": directiveTexts.join("; "),
    "Cross-Origin-Resource-Policy": "same-origin",
  };
}
