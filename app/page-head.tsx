import type { ReactNode } from "react";
import { getHead, type PageHeadData } from "@/lib/site/pages/pages.ts";
import type { PagePath } from "@/lib/site/registry/resources.ts";

/** `element` replaces the title. */
export function PageHead({ path, element }: { path: PagePath; element?: ReactNode }) {
  return <HeadElements {...getHead(path)} element={element} />;
}

/** React hoists these. Next's metadata would drop the slash of the root's address. */
export function HeadElements({
  title,
  links,
  address,
  jsonLd,
  element,
}: PageHeadData & { element?: ReactNode }) {
  return (
    <>
      {element ?? <title>{title}</title>}
      {links.map(({ rel, href, type }) => (
        <link key={`${rel} ${href}`} rel={rel} href={href} type={type} />
      ))}
      <meta property="og:url" content={address} />
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: JSON with every "<" escaped */}
      <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: jsonLd }} />
    </>
  );
}
