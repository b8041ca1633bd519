"use client";
import { useEffect, useState } from "react";
import { signShapes } from "@/lib/answers/sign-shape.ts";
import { withoutBreaks } from "@/lib/markdown/unbroken.ts";
import { boardLabel, boardTexts } from "@/lib/say/board.en.ts";
import {
  type BoardReading,
  parseBoardReading,
  statusBoard,
  unreadBoard,
} from "@/lib/site/live/status/board.ts";
import { isSetBack, pauseBeforeStale } from "@/lib/site/live/status/watch-clock.ts";
import { Verdict } from "./parts/verdict.tsx";

const PAUSE_MS = 12_000;
const TIMEOUT_MS = 8_000;

interface ReceivedReading {
  readonly reading: BoardReading | null;
  /** Device time in epoch ms, not `performance.now()`, which may stop while the device sleeps. */
  readonly requestedAtMs: number;
}

interface StateLineProps {
  readonly statusUrl: string;
  readonly statusPage: string;
  readonly limits: { readonly freshMs: number; readonly staleMs: number };
  readonly sample: boolean;
}

export function LiveStateLine({ statusUrl, statusPage, limits, sample }: StateLineProps) {
  const [receivedReading, setReceived] = useState<ReceivedReading | null>(null);
  const [nowMs, setNowMs] = useState(0);

  useEffect(() => {
    let nextRequestTimer: ReturnType<typeof setTimeout>;
    let isRequesting = false;
    let lastTickAtMs = Date.now();
    const requestStatus = async () => {
      clearTimeout(nextRequestTimer);
      if (isRequesting || document.hidden) return;
      isRequesting = true;
      // Taken before the request, so that the shown age is never too small.
      const requestedAtMs = Date.now();
      const reading = await readBoard(statusUrl);
      isRequesting = false;
      setNowMs(Date.now());
      // A failed request gives null. The last successful reading then stays, and its age grows.
      setReceived((last) =>
        reading === null && last?.reading ? last : { reading, requestedAtMs },
      );
      const pauseMs = pauseBeforeStale(PAUSE_MS, receivedAgeMs(reading), limits.freshMs);
      nextRequestTimer = setTimeout(requestStatus, pauseMs);
    };
    const showAgeAndRequest = () => {
      setNowMs(Date.now());
      requestStatus();
    };
    const clockTimer = setInterval(() => {
      const tickAtMs = Date.now();
      if (isSetBack(lastTickAtMs, tickAtMs)) {
        setReceived({ reading: null, requestedAtMs: tickAtMs });
        requestStatus();
      }
      lastTickAtMs = tickAtMs;
      if (!document.hidden) setNowMs(tickAtMs);
    }, 1000);
    document.addEventListener("visibilitychange", showAgeAndRequest);
    requestStatus();
    return () => {
      clearTimeout(nextRequestTimer);
      clearInterval(clockTimer);
      document.removeEventListener("visibilitychange", showAgeAndRequest);
    };
  }, [statusUrl, limits.freshMs]);

  const { state, headline, note } =
    receivedReading === null
      ? unreadBoard
      : statusBoard(receivedReading.reading, nowMs - receivedReading.requestedAtMs, limits);
  const shape = state === "stale" ? state : signShapes[state];
  const text = sample && receivedReading !== null ? boardTexts.sample(headline) : headline;
  return (
    <section className="state-line" data-state={shape} aria-label={boardLabel}>
      <Verdict state={shape}>
        <span role="status">{withoutBreaks(text)}</span>
      </Verdict>
      <p data-markdown-ignore="">{note}</p>
      <a href={statusPage}>Network status</a>
    </section>
  );
}

function receivedAgeMs(reading: BoardReading | null): number | null {
  return reading === null || reading.ageSeconds === null ? null : reading.ageSeconds * 1000;
}

async function readBoard(url: string): Promise<BoardReading | null> {
  try {
    const response = await fetch(url, {
      cache: "no-store",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return parseBoardReading(await response.json());
  } catch {
    return null;
  }
}
