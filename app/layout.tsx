// The folder `app` has only routes and React components. `lib/site` makes the texts of pages.
import type { Metadata, Viewport } from "next";
import type { ReactNode } from "react";
import { markPaths, searchLinks } from "@/lib/site/documents/browser-files.ts";
import { getChrome, getRootMetadata } from "@/lib/site/pages/pages.ts";
import { absoluteUrl } from "@/lib/site/registry/links.ts";
import { faces } from "./fonts.ts";
import { Navigation } from "./navigation.tsx";
import { LinkList } from "./parts/link-list.tsx";
import { StateShapes } from "./parts/verdict.tsx";
import "./styles/site.css";

export const metadata: Metadata = getRootMetadata();
export const viewport: Viewport = {
  colorScheme: "light dark",
  width: "device-width",
  initialScale: 1,
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#fbfaf5" },
    { media: "(prefers-color-scheme: dark)", color: "#0d1311" },
  ],
};

export default function Layout({ children }: { children: ReactNode }) {
  const { siteName, origin, home, sample, originTrialTokens, navigation, legalLinks, documents } =
    getChrome();
  return (
    <html lang="en" className={faces} data-origin={origin}>
      <body>
        {originTrialTokens.map((token) => (
          <meta key={token} httpEquiv="origin-trial" content={token} />
        ))}
        {searchLinks().map(({ title, href }) => (
          <link
            key={href}
            rel="search"
            type="application/opensearchdescription+xml"
            title={title}
            href={href}
          />
        ))}
        <StateShapes />
        <a className="skip" href="#content">
          Skip to the content
        </a>
        {/* This link is for programs that read the HTML. The footer has a visible link. */}
        <p hidden>
          Index of every document: <a href={absoluteUrl("/llms.txt")}>llms.txt</a>.
        </p>
        <header className="top">
          {sample && (
            <p className="tape" role="note">
              <span className="wrap">
                <strong>Sample</strong> network: invented data. Never send funds based on it.
              </span>
            </p>
          )}
          <div className="wrap">
            <a className="mark" href={home}>
              <Mark />
              {siteName}
            </a>
            <Navigation items={navigation} />
          </div>
        </header>
        <main id="content" className="wrap" tabIndex={-1}>
          {children}
        </main>
        <footer className="foot">
          <div className="wrap">
            <nav aria-labelledby="sitemap">
              <h2 id="sitemap">Sitemap</h2>
              <LinkList className="ways-on" links={documents} />
            </nav>
            <p className="promise">Read-only. Holds no keys, signs nothing, sends nothing.</p>
            {legalLinks.map(({ href, label }) => (
              <a key={href} href={href}>
                {label}
              </a>
            ))}
          </div>
        </footer>
      </body>
    </html>
  );
}

function Mark() {
  const markPathData = markPaths();
  return (
    <svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true">
      <path d={markPathData.post} fill="currentColor" />
      <path d={markPathData.near} fill="var(--accent)" />
      <path d={markPathData.far} fill="currentColor" />
    </svg>
  );
}
