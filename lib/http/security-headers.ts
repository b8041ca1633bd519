// What browsers are told to refuse, in one table. Pure. Every answer carries `commonHeaders`, and either a document's or a page's rules.

type Headers = Readonly<Record<string, string>>;

/** Two years. Whether subdomains are meant is for their owner to say. */
const HSTS_SECONDS = 63_072_000;

/** Powerful features that no page here uses, whatever script should get into one. */
const unusedFeatures = ["camera", "display-capture", "geolocation", "hid", "microphone", "payment", "serial", "usb"];

/** Headers of every answer, whatever its status. `origin` is the configured one: a promise of https holds for https alone. */
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

/** A document is open to every site, and does nothing where a browser shows it. */
export const documentHeaders: Headers = {
  "Content-Security-Policy": "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "Cross-Origin-Resource-Policy": "cross-origin",
};

/** The one policy by which a page's own script may take a text for a script's address. */
export const TRUSTED_TYPES_POLICY = "signpost";
/** The one by which the script of a live page may parse that page anew. A page has each name once, so it is not the same. */
export const OWN_MARKUP_POLICY = "signpost-page";

export interface PageRules {
  /** Policies of Trusted Types by which it may parse markup, beside the one that every page has. */
  readonly markupPolicies?: readonly string[];
  /** Sources beyond the page's own origin: 'sha256-…' or 'nonce-…', with their quotes. Null in development, where any may run. */
  readonly scripts: readonly string[] | null;
  /** Of the website and of the swap site: a page reads the status, sends its form and calls the endpoint on either. */
  readonly origins: readonly [string, string];
}

/** A page is not for embedding, and runs the scripts that it was built with. */
export function pageHeaders({ scripts, origins, markupPolicies = [] }: PageRules) {
  const own = origins[0] === origins[1] ? ["'self'"] : ["'self'", ...origins];
  const directives = {
    ...(scripts && {
      "default-src": ["'none'"],
      "script-src": ["'self'", ...scripts],
      "style-src": ["'self'"],
      "img-src": own,
      "font-src": ["'self'"],
      "connect-src": own,
      "require-trusted-types-for": ["'script'"],
      "trusted-types": [TRUSTED_TYPES_POLICY, ...markupPolicies],
    }),
    "form-action": own,
    "base-uri": ["'none'"],
    "frame-ancestors": ["'none'"],
  };
  const policy = Object.entries(directives).map(([name, sources]) => `${name} ${sources.join(" ")}`);
  return { "Content-Security-Policy": policy.join("; "), "Cross-Origin-Resource-Policy": "same-origin" };
}
