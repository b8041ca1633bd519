// The JSON-LD of a page: the publisher, the API, the page and its parent pages.
import { config } from "../../config.ts";
import { absoluteUrl } from "../registry/links.ts";
import { isResourcePath, type PagePath, resources } from "../registry/resources.ts";

interface DescribedPage extends Readonly<Record<"title" | "description" | "address", string>> {
  readonly updated: string | null;
  readonly parents: readonly PagePath[];
}

/** The JSON-LD of a page. Every "<" is escaped, because the text stands in an inline script. */
export function jsonLdOf({ title, description, address, updated, parents }: DescribedPage): string {
  const { siteName, contactEmail } = config();
  const homeUrl = absoluteUrl("/");
  const idOf = (fragment: string) => `${homeUrl}#${fragment}`;
  const organization = {
    "@type": "Organization",
    "@id": idOf("organization"),
    name: siteName,
    url: homeUrl,
    logo: absoluteUrl("/logo.svg"),
    ...(contactEmail
      ? { contactPoint: { "@type": "ContactPoint", contactType: "support", email: contactEmail } }
      : {}),
  };
  const publisher = { "@id": idOf("organization") };
  const website = {
    "@type": "WebSite",
    "@id": idOf("website"),
    name: siteName,
    url: homeUrl,
    publisher,
  };
  const webApi = {
    "@type": "WebAPI",
    "@id": idOf("api"),
    name: `${siteName} API`,
    description: resources["/openapi.json"].description,
    url: absoluteUrl("/openapi.json"),
    documentation: absoluteUrl("/developers/api"),
    provider: publisher,
  };
  const webPage = {
    "@type": "WebPage",
    "@id": address,
    url: address,
    name: title,
    description,
    ...(updated ? { dateModified: updated } : {}),
    inLanguage: "en",
    isPartOf: { "@id": idOf("website") },
  };
  const graph = [
    organization,
    website,
    webApi,
    webPage,
    ...breadcrumbs({ title, address, parents }),
  ];
  return JSON.stringify({ "@context": "https://schema.org", "@graph": graph }).replace(
    /</g,
    "\\u003c",
  );
}

export function pagesAbove(path: PagePath): readonly PagePath[] {
  if (path === "/") return [];
  const segments = path.split("/").slice(1, -1);
  return [
    "/",
    ...segments.map((_, index) => `/${segments.slice(0, index + 1).join("/")}`).filter(isPagePath),
  ];
}

function breadcrumbs({
  title,
  address,
  parents,
}: Pick<DescribedPage, "title" | "address" | "parents">) {
  if (parents.length === 0) return [];
  const crumbs = [
    ...parents.map(
      (path) =>
        [path === "/" ? config().siteName : resources[path].title, absoluteUrl(path)] as const,
    ),
    [title, address] as const,
  ];
  return [
    {
      "@type": "BreadcrumbList",
      itemListElement: crumbs.map(([name, item], index) => ({
        "@type": "ListItem",
        position: index + 1,
        name,
        item,
      })),
    },
  ];
}

export function isPagePath(path: string): path is PagePath {
  return isResourcePath(path) && resources[path].kind === "page";
}
