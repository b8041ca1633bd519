import { escapeXml } from "@/lib/site/xml.ts";

/** The options of a list as one string of HTML, escaped here whatever they say: as elements, React sends each of them twice. */
export function toOptions(options: readonly { readonly value: string; readonly label: string }[], chosen?: string) {
  const html = options.map(({ value, label }) => {
    const selected = value === chosen ? " selected" : "";
    return `<option value="${escapeXml(value)}"${selected}>${escapeXml(label)}</option>`;
  });
  return { __html: html.join("") };
}
