"use client";
import { useEffect, useState } from "react";
import { signShapes } from "@/lib/answers/sign-shape.ts";
import { withoutBreaks } from "@/lib/markdown/unbroken.ts";
import { boardTexts } from "@/lib/say/board.en.ts";
import { formatAge, NOT_KNOWN } from "@/lib/say/figures.en.ts";
import {
  type BoardReading,
  parseBoardReading,
  statusBoard,
  unreadBoard,
} from "@/lib/site/live/status/board.ts";
import { isSetBack } from "@/lib/site/live/status/watch-clock.ts";
import { Figure } from "./parts/figure.tsx";
import { LiveBoard } from "./parts/live-board.tsx";

const PAUSE_MS = 12_000;
const TIMEOUT_MS = 8_000;

interface ReceivedReading {
  readonly reading: BoardReading | null;
  /** Epoch ms. Not `performance.now()`, which may stop while the device sleeps. */
  readonly requestedAtMs: number;
}

interface LiveSignboardProps {
  readonly statusUrl: string;
  readonly statusPage: string;
  readonly limits: { readonly freshMs: number; readonly staleMs: number };
  readonly sample: boolean;
  readonly children: React.ReactNode;
}

export function LiveSignboard(props: LiveSignboardProps) {
  const { statusUrl, statusPage, limits, sample, children } = props;
  const [receivedReading, setReceived] = useState<ReceivedReading | null>(null);
  const [nowMs, setNowMs] = useState(0);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    let isRequesting = false;
    let lastTickMs = Date.now();
    const ask = async () => {
      clearTimeout(timer);
      if (isRequesting || document.hidden) return;
      isRequesting = true;
      // Taken before the request, so that the shown age is never too small.
      const requestedAtMs = Date.now();
      const reading = await readBoard(statusUrl);
      isRequesting = false;
      setNowMs(Date.now());
      // After a failed request, the last successful reading stays, and its age grows.
      setReceived((last) =>
        reading === null && last?.reading ? last : { reading, requestedAtMs },
      );
      timer = setTimeout(ask, PAUSE_MS);
    };
    const refresh = () => {
      setNowMs(Date.now());
      ask();
    };
    const ticker = setInterval(() => {
      const tickMs = Date.now();
      if (isSetBack(lastTickMs, tickMs)) {
        setReceived({ reading: null, requestedAtMs: tickMs });
        ask();
      }
      lastTickMs = tickMs;
      if (!document.hidden) setNowMs(tickMs);
    }, 1000);
    document.addEventListener("visibilitychange", refresh);
    ask();
    return () => {
      clearTimeout(timer);
      clearInterval(ticker);
      document.removeEventListener("visibilitychange", refresh);
    };
  }, [statusUrl]);

  const board =
    receivedReading === null
      ? unreadBoard
      : statusBoard(receivedReading.reading, nowMs - receivedReading.requestedAtMs, limits);
  const figures = [
    { label: boardTexts.newestBlock, value: <Figure value={board.height} /> },
    {
      label: boardTexts.blockMade,
      value: board.ageSeconds === null ? NOT_KNOWN : formatAge(board.ageSeconds),
    },
    { label: boardTexts.chainsOpen, value: board.open },
    { label: boardTexts.trouble, value: board.closed },
  ];
  return (
    <div data-live="">
      <LiveBoard
        state={board.state === "stale" ? "stale" : signShapes[board.state]}
        verdict={<span role="status">{withoutBreaks(board.headline)}</span>}
        form={children}
        figures={figures}
        isSample={sample}
      >
        <div className="advice" data-markdown-ignore="">
          <p>
            {sample && receivedReading !== null ? boardTexts.sample(board.advice) : board.advice}
          </p>
          <a href={statusPage}>Network status</a>
        </div>
      </LiveBoard>
    </div>
  );
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
