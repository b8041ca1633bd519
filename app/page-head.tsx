import type { ReactNode } from "react";
import { getHead, type PageHeadData } from "@/lib/site/pages/pages.ts";
import type { PagePath } from "@/lib/site/registry/resources.ts";

interface PageHeadProps {
  readonly path: PagePath;
  readonly titleElement?: ReactNode;
}

export function PageHead({ path, titleElement }: PageHeadProps) {
  return <HeadElements {...getHead(path)} titleElement={titleElement} />;
}

/**
 * Elements for `<head>`: React moves the elements there. They are not part of Next's `metadata`,
 * because Next would write the homepage's address without the final slash.
 */
export function HeadElements({
  title,
  links,
  address,
  jsonLd,
  titleElement,
}: PageHeadData & Pick<PageHeadProps, "titleElement">) {
  return (
    <>
      {titleElement ?? <title>{title}</title>}
      <HeadLinks links={links} />
      <meta property="og:url" content={address} />
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: JSON with every "<" escaped */}
      <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: jsonLd }} />
    </>
  );
}

export function HeadLinks({ links }: Pick<PageHeadData, "links">) {
  return links.map(({ rel, href, type }) => (
    <link key={`${rel} ${href}`} rel={rel} href={href} type={type} />
  ));
}
