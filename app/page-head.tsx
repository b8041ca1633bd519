import { getHead } from "@/lib/site/pages.ts";
import type { PagePath } from "@/lib/site/resources.ts";
import { JsonLd } from "./json-ld.tsx";
import { keepProse } from "./prose-store.ts";

/** What a page says of itself to machines. React hoists the links; Next's own metadata drops the slash of the root's address. */
export function PageHead({ path }: { path: PagePath }) {
  const { links, address, jsonLd } = getHead(path);
  const id = `about${path.replaceAll("/", "-")}`;
  keepProse(id, jsonLd);
  return (
    <>
      {links.map(({ rel, href, type }) => (
        <link key={`${rel} ${href}`} rel={rel} href={href} type={type} />
      ))}
      <meta property="og:url" content={address} />
      <JsonLd id={id} />
    </>
  );
}
