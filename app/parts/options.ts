import { escapeXml } from "@/lib/site/xml.ts";

/** The options of a list, for its element: as one string of HTML, escaped here whatever they say, since React sends elements twice. */
export function toOptions(options: readonly { readonly value: string; readonly label: string }[], chosen?: string) {
  const html = options.map(({ value, label }) => {
    const selected = value === chosen ? " selected" : "";
    return `<option value="${escapeXml(value)}"${selected}>${escapeXml(label)}</option>`;
  });
  return { dangerouslySetInnerHTML: { __html: html.join("") } };
}
