import type { Metadata, Viewport } from "next";
import type { ReactNode } from "react";
import { getChrome, getRootMetadata } from "@/lib/site/pages.ts";
import "./site.css";

export const metadata: Metadata = getRootMetadata();
export const viewport: Viewport = { colorScheme: "light dark", width: "device-width", initialScale: 1 };

export default function Layout({ children }: { children: ReactNode }) {
  const { siteName, home, sample, navigation, documents } = getChrome();
  return (
    <html lang="en">
      <body>
        <a className="skip" href="#content">
          Skip to the content
        </a>
        {sample && (
          <p className="sample" role="note">
            <strong>sample</strong> network: invented data. Never send funds by it.
          </p>
        )}
        <header className="top">
          <a className="mark" href={home}>
            {/* biome-ignore lint/performance/noImgElement: a 400-byte drawing needs no image optimiser */}
            <img src="/logo.svg" alt="" width="26" height="26" />
            {siteName}
          </a>
          <nav aria-label="Main">
            {navigation.map(({ href, label }) => (
              <a key={href} href={href}>
                {label}
              </a>
            ))}
          </nav>
        </header>
        <main id="content">{children}</main>
        <footer>
          <h2 id="sitemap">Sitemap</h2>
          <nav aria-labelledby="sitemap">
            <ul>
              {documents.map(({ href, title }) => (
                <li key={href}>
                  <a href={href}>{title}</a>
                </li>
              ))}
            </ul>
          </nav>
          <p>Read-only. Holds no keys, signs nothing, sends nothing.</p>
        </footer>
      </body>
    </html>
  );
}
