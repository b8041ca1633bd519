"use client";
import { useEffect, useState } from "react";
import { withoutBreaks } from "@/lib/markdown/unbroken.ts";
import { formatAge } from "@/lib/protocol/values/figure-text.ts";
import type { ExampleSwap } from "@/lib/site/pages/live-examples.ts";
import { TableFrame } from "../parts/table-frame.tsx";
import { useExamples } from "./use-examples.ts";

/** What three swaps cost now. Without JavaScript, each row links to its quote. The space is reserved, so nothing moves. */
export function LiveExamples({ swaps }: { readonly swaps: readonly ExampleSwap[] }) {
  const asked = useExamples(swaps);
  const [nowMs, setNowMs] = useState(0);
  useEffect(() => {
    if (!asked) return;
    setNowMs(Date.now());
    const timer = setInterval(() => setNowMs(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [asked]);

  const [first] = asked?.answers ?? [];
  const warnings = new Set(asked?.answers.flatMap((answer) => answer.warnings));
  const ageSeconds =
    asked && first?.ageSeconds != null ? first.ageSeconds + Math.max(0, nowMs - asked.atMs) / 1000 : null;
  return (
    <div className="now" data-live="" data-markdown-ignore="" aria-live="off">
      <p role="status" className="says">
        {asked === null ? "Each row leads to its quote." : [...warnings].join(" ")}
      </p>
      <TableFrame label="What three swaps cost now">
        <table>
          <thead>
            <tr>
              <th scope="col">You send</th>
              <th scope="col">You receive</th>
              <th scope="col">Total cost</th>
            </tr>
          </thead>
          <tbody>
            {swaps.map(({ name, href }, index) => {
              const answer = asked?.answers[index];
              return (
                <tr key={name}>
                  <th scope="row">
                    <a href={href} rel="nofollow">
                      {name}
                    </a>
                  </th>
                  <td>{answer ? answer.received : "in the quote"}</td>
                  <td>{answer ? withoutBreaks(answer.cost) : "in the quote"}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </TableFrame>
      <p className="age">
        {first?.height == null || ageSeconds === null
          ? "Figures are shown only when they are fresh."
          : withoutBreaks(
              `From block ${first.height}, made ${formatAge(ageSeconds)}. Ask again right before you send.`,
            )}
      </p>
    </div>
  );
}
