// The JSON-LD of a page: who publishes it, the API, and the pages above it.
import { config } from "../../config.ts";
import { absoluteUrl } from "../registry/links.ts";
import { isResourcePath, type PagePath, resources } from "../registry/resources.ts";

interface DescribedPage extends Readonly<Record<"title" | "description" | "address", string>> {
  readonly updated: string | null;
  /** From the homepage down to the parent. */
  readonly above: readonly PagePath[];
}

/** Escaped for an inline script. No offers and no ratings. */
export function jsonLdOf({ title, description, address, updated, above }: DescribedPage): string {
  const { siteName, contactEmail } = config();
  const home = absoluteUrl("/");
  const id = (name: string) => `${home}#${name}`;
  const organization = {
    "@type": "Organization",
    "@id": id("organization"),
    name: siteName,
    url: home,
    logo: absoluteUrl("/logo.svg"),
    ...(contactEmail
      ? { contactPoint: { "@type": "ContactPoint", contactType: "support", email: contactEmail } }
      : {}),
  };
  const publisher = { "@id": id("organization") };
  const website = {
    "@type": "WebSite",
    "@id": id("website"),
    name: siteName,
    url: home,
    publisher,
  };
  const webApi = {
    "@type": "WebAPI",
    "@id": id("api"),
    name: `${siteName} API`,
    description: resources["/openapi.json"].description,
    url: absoluteUrl("/openapi.json"),
    documentation: absoluteUrl("/developers/api"),
    provider: publisher,
  };
  const page = {
    "@type": "WebPage",
    "@id": address,
    url: address,
    name: title,
    description,
    ...(updated ? { dateModified: updated } : {}),
    inLanguage: "en",
    isPartOf: { "@id": id("website") },
  };
  const graph = [organization, website, webApi, page, ...breadcrumbs({ title, address, above })];
  return JSON.stringify({ "@context": "https://schema.org", "@graph": graph }).replace(
    /</g,
    "\\u003c",
  );
}

export function pagesAbove(path: PagePath): readonly PagePath[] {
  if (path === "/") return [];
  const parts = path.split("/").slice(1, -1);
  return [
    "/",
    ...parts.map((_, index) => `/${parts.slice(0, index + 1).join("/")}`).filter(isPagePath),
  ];
}

function breadcrumbs({
  title,
  address,
  above,
}: Pick<DescribedPage, "title" | "address" | "above">) {
  if (above.length === 0) return [];
  const steps = [
    ...above.map(
      (path) =>
        [path === "/" ? config().siteName : resources[path].title, absoluteUrl(path)] as const,
    ),
    [title, address] as const,
  ];
  return [
    {
      "@type": "BreadcrumbList",
      itemListElement: steps.map(([name, item], index) => ({
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
