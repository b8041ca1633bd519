// Expressions that recheck reports and that stay, each with a
// reason. All are polynomial of low degree, none is exponential.

const ownText = "reads text of our own, made when the site is built";
const bounded = "the texts that it reads are at most 160 characters, cut before it is asked";
const numbers = "reads the digits of one number that our own code has written";
const operator =
  "part of the verify command, which an operator starts against a site of their choice; it slows that one run";

export const waivers: Readonly<Record<string, string>> = {
  "lib/protocol/values/figure-text.ts /\\B(?=(\\d{3})+$)/g": numbers,
  "tools/drift/compare.ts /\\.?[^.[\\]]+$/": "reads the paths of our own schemas, in the drift command",
  "lib/protocol/values/typed-amount.ts /^(.*?\\d[.,]?)\\s*(\\p{L}[\\p{L}\\p{N}./~…-]*)?$/u": bounded,
  "lib/protocol/values/typed-amount.ts /\\s+\\p{L}[\\p{L}\\p{N}./~…-]*$/u": bounded,
  "lib/site/documents/llms.ts /\\[([^\\]]+)\\]\\((\\S+?)\\)/g": ownText,
  "lib/site/documents/catalogs.ts /^---\\n(?:.*\\n)*?x: *(.+)\\n/": ownText,
  "lib/site/pages/social-image.tsx /( (and|or|a|the|of|it|what))*[,;:]?$/": ownText,
  "verify/parse/front-matter.ts /^([A-Za-z][\\w-]*):\\s+(.*)$/": operator,
  'verify/parse/link-header.ts /<([^>]*)>((?:\\s*;\\s*[^\\s=;,]+\\s*(?:=\\s*(?:"(?:[^"\\\\]|\\\\.)*"|[^\\s;,"]*))?)*)/g':
    operator,
  "verify/parse/robots.ts /#.*$/": operator,
  "verify/parse/robots.ts /^([A-Za-z-]+)\\s*:\\s*(.*)$/": operator,
  "verify/rows/errors.ts /\\bat .+\\(.+:\\d+:\\d+\\)|node_modules|process\\.env|ECONNREFUSED|\\/home\\/|\\/Users\\//":
    operator,
  "verify/rows/errors.ts /<script[\\s\\S]*?<\\/script>/g": operator,
  "verify/rows/twins.ts /\\n## Sitemap\\n[\\s\\S]*\\]\\(/": operator,
};
