"use client";
import { useEffect, useRef, useState } from "react";
import { withoutBreaks } from "@/lib/markdown/unbroken.ts";
import { formatSpan } from "@/lib/protocol/values/figure-text.ts";
import { useSizes } from "./use-sizes.ts";

const LOOK_MS = 1_000;
const OUT_OF_DATE = "Out of date: reload this page.";

/** What three sizes cost now. Without JavaScript a frame shows the same part. The space is reserved, so nothing moves. */
export function LiveSizes(props: { readonly address: string; readonly title: string; readonly staleMs: number }) {
  const { address, title, staleMs } = props;
  const asked = useSizes(address);
  const place = useRef<HTMLDivElement>(null);
  const [isStale, setStale] = useState(false);
  useEffect(() => {
    if (!asked?.part) return;
    const { part, atMs } = asked;
    place.current?.replaceChildren(part);
    const age = part.querySelector<HTMLElement>("[data-age]");
    if (!age) return;
    const look = () => {
      const seconds = Number(age.dataset.age) + Math.max(0, Date.now() - atMs) / 1000;
      age.textContent = withoutBreaks(`The block is ${formatSpan(Math.ceil(seconds))} old.`);
      if (seconds * 1000 > staleMs) {
        setStale(true);
        showStale(part);
      }
    };
    look();
    const timer = setInterval(look, LOOK_MS);
    return () => clearInterval(timer);
  }, [asked, staleMs]);

  return (
    <div className="now" data-live="" data-markdown-ignore="">
      <noscript>
        <iframe src={address} title={title} />
      </noscript>
      <p role="status" className={asked?.part ? "unseen" : "quiet"}>
        {asked === null
          ? "Three examples of now stand here as soon as the network has answered."
          : isStale
            ? OUT_OF_DATE
            : (asked.part?.querySelector(".verdict")?.textContent ??
              "Not checked: the examples could not be read. Ask for a quote.")}
      </p>
      <div ref={place} />
    </div>
  );
}

/** The state may have changed since. */
function showStale(part: HTMLElement): void {
  const verdict = part.querySelector<HTMLElement>(".verdict");
  if (!verdict) return;
  verdict.dataset.state = "stale";
  verdict.querySelector("use")?.setAttribute("href", "#state-stale");
  verdict.lastElementChild?.replaceChildren(OUT_OF_DATE);
}
