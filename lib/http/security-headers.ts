// Security headers, in one table. Pure. Every response has `commonHeaders`, and those of either a document or a page.

type Headers = Readonly<Record<string, string>>;

/** Two years. `includeSubDomains` is left out: the owner of the domain decides about subdomains. */
const HSTS_SECONDS = 63_072_000;

/** Browser features that no page uses. Even an injected script cannot use them. */
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

/** Headers of every response, whatever its status. HSTS is sent only if the configured `origin` has https. */
export function commonHeaders(origin: string): Headers {
  return {
    ...(origin.startsWith("https:") && { "Strict-Transport-Security": `max-age=${HSTS_SECONDS}` }),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "Permissions-Policy": unusedFeatures.map((feature) => `${feature}=()`).join(", "),
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
  };
}

/** The look of a problem for people. The policy below has its digest. */
export const PLAIN_STYLE =
  "body{max-width:36rem;margin:auto;padding:2.6rem 1.25rem;font:1.05rem/1.5 system-ui,sans-serif}h1{font-size:1.5rem}a{display:inline-block;padding:.6rem 0}p:last-child>a+a{margin-left:1rem}";
/** Every site may read a document. A browser that shows one runs and loads nothing. */
export const documentHeaders: Headers = {
  "Content-Security-Policy":
    "default-src 'none'; style-src 'sha256-3ACpcj/Zp3PkBxzp56CKYylZhiJezP94DsKIiBtc4TM='; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "Cross-Origin-Resource-Policy": "cross-origin",
};

/** A part of a page runs no script, and loads nothing. One that is framed has a `style` in it, loads the font of its page, and only pages of its own origin may frame it. */
export function partHeaders(style: string | null) {
  const [styles, ancestors] =
    style === null ? ["", "'none'"] : [`style-src ${style}; font-src 'self'; `, "'self'"];
  return {
    "Content-Security-Policy": `default-src 'none'; ${styles}base-uri 'none'; form-action 'none'; frame-ancestors ${ancestors}`,
    "Cross-Origin-Resource-Policy": "same-origin",
  };
}

/** In place of the common headers, by the path of a part: its refusals have them too. Nobody searches for a part. */
export function partPathHeaders(isFramed: boolean): Headers {
  return { ...(isFramed && { "X-Frame-Options": "SAMEORIGIN" }), "X-Robots-Tag": "noindex" };
}

/** The only Trusted Types policy that lets a page's own script set a script's address. */
export const TRUSTED_TYPES_POLICY = "signpost";
/**
 * The only policy that lets a live page's script parse the page's own HTML. A page can create each policy name once.
 */
export const OWN_MARKUP_POLICY = "signpost-page";

export interface PageRules {
  /** Trusted Types policies that may parse markup, beside `TRUSTED_TYPES_POLICY`. */
  readonly markupPolicies?: readonly string[];
  /** Whether the page frames its own part. Nothing else of the origin may be framed. */
  readonly hasFrame?: boolean;
  /**
   * Script sources beside the page's own origin: 'sha256-…' or
   * 'nonce-…', with quotes. Null in development: any script runs.
   */
  readonly scripts: readonly string[] | null;
  /** The origins of the website and of the swap site. A page calls both: status, forms, endpoint. */
  readonly origins: readonly [string, string];
}

/** A page cannot be embedded, and runs only the scripts of its build. */
export function pageHeaders({
  scripts,
  origins,
  markupPolicies = [],
  hasFrame = false,
}: PageRules) {
  const own = origins[0] === origins[1] ? ["'self'"] : ["'self'", ...origins];
  const directives = {
    ...(scripts && {
      "default-src": ["'none'"],
      "script-src": ["'self'", ...scripts],
      "style-src": ["'self'"],
      "img-src": own,
      "font-src": ["'self'"],
      "connect-src": own,
      "manifest-src": ["'self'"],
      ...(hasFrame && { "frame-src": ["'self'"] }),
      "require-trusted-types-for": ["'script'"],
      "trusted-types": [TRUSTED_TYPES_POLICY, ...markupPolicies],
    }),
    "form-action": own,
    "base-uri": ["'none'"],
    "frame-ancestors": ["'none'"],
  };
  const policy = Object.entries(directives).map(
    ([name, sources]) => `${name} ${sources.join(" ")}`,
  );
  return {
    "Content-Security-Policy": policy.join("; "),
    "Cross-Origin-Resource-Policy": "same-origin",
  };
}
