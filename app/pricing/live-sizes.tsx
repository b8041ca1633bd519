"use client";
import { useEffect, useRef, useState } from "react";
import { withoutBreaks } from "@/lib/markdown/unbroken.ts";
import { formatSpan } from "@/lib/say/figures.en.ts";
import { createPartReader } from "@/lib/site/live/read-part.ts";

const TIMEOUT_MS = 20_000;
const TICK_MS = 1_000;
const OUT_OF_DATE = "Out of date: reload this page.";

interface LiveSizesProps {
  readonly address: string;
  readonly title: string;
  readonly staleMs: number;
}

interface SizesAnswer {
  readonly part: HTMLElement | null;
  /** Epoch ms, taken before the request, so that the shown age is never too small. */
  readonly requestedAtMs: number;
}

export function LiveSizes({ address, title, staleMs }: LiveSizesProps) {
  const containerRef = useRef<HTMLDivElement>(null);
  const hasRequested = useRef(false);
  const [answer, setAnswer] = useState<SizesAnswer | null>(null);
  const [isStale, setStale] = useState(false);
  useEffect(() => {
    if (hasRequested.current) return;
    hasRequested.current = true;
    const requestedAtMs = Date.now();
    const showPart = (part: HTMLElement | null) => setAnswer({ part, requestedAtMs });
    createPartReader("/pricing/now", TIMEOUT_MS)(address, null).then(
      ({ part }) => showPart(part),
      () => showPart(null),
    );
  }, [address]);
  useEffect(() => {
    if (!answer?.part) return;
    const { part, requestedAtMs } = answer;
    containerRef.current?.replaceChildren(part);
    const ageElement = part.querySelector<HTMLElement>("[data-age]");
    if (!ageElement) return;
    const showAge = () => {
      const ageSeconds =
        Number(ageElement.dataset.age) + Math.max(0, Date.now() - requestedAtMs) / 1000;
      ageElement.textContent = withoutBreaks(
        `The block is ${formatSpan(Math.ceil(ageSeconds))} old.`,
      );
      if (ageSeconds * 1000 > staleMs) {
        setStale(true);
        showStale(part);
      }
    };
    showAge();
    const ageTimer = setInterval(showAge, TICK_MS);
    return () => clearInterval(ageTimer);
  }, [answer, staleMs]);

  return (
    <div className="now" data-live="" data-markdown-ignore="">
      <noscript>
        <iframe src={address} title={title} />
      </noscript>
      <p role="status" className={answer?.part ? "unseen" : "quiet"}>
        {isStale ? OUT_OF_DATE : statusText(answer)}
      </p>
      <div ref={containerRef} />
    </div>
  );
}

function statusText(answer: SizesAnswer | null): string {
  if (answer === null)
    return "What four swaps cost now stands here as soon as the network has answered.";
  return (
    answer.part?.querySelector(".verdict")?.textContent ??
    "Not checked: the costs of now could not be read. Ask for a quote."
  );
}

function showStale(part: HTMLElement): void {
  const verdictElement = part.querySelector<HTMLElement>(".verdict");
  if (!verdictElement) return;
  verdictElement.dataset.state = "stale";
  verdictElement.querySelector("use")?.setAttribute("href", "#state-stale");
  verdictElement.lastElementChild?.replaceChildren(OUT_OF_DATE);
}
