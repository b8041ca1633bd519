"use client";
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { Code } from "@/app/parts/code.tsx";
import { CopyButton } from "@/app/parts/copy-button.tsx";
import { Field } from "@/app/parts/field.tsx";
import type { getConsole } from "@/lib/site/pages/console.ts";
import { type Answer, readRequest, sendCall } from "./send-call.ts";

export function Console({ endpoint, calls }: ReturnType<typeof getConsole>) {
  const [tool, setTool] = useState(calls[0]?.tool ?? "");
  const [input, setInput] = useState(calls[0]?.input ?? "{}");
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [seconds, setSeconds] = useSeconds();
  const running = useRef<AbortController | null>(null);
  const waiting = seconds !== null;
  useEffect(() => () => running.current?.abort(), []);
  const request = readRequest(tool, input);
  const shown = "problem" in request ? null : answer;
  const choose = (name: string) => {
    setTool(name);
    setInput(calls.find((call) => call.tool === name)?.input ?? "{}");
    setAnswer(null);
  };
  const change = (text: string) => {
    setInput(text);
    if ("problem" in readRequest(tool, text)) setAnswer(null);
  };
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (waiting || "problem" in request) return;
    const controller = new AbortController();
    running.current = controller;
    setAnswer(null);
    setSeconds(0);
    setAnswer(await sendCall(endpoint, request.text, controller.signal));
    setSeconds(null);
  };

  return (
    <form className="console form" data-live="" onSubmit={send} aria-label="Console">
      <Field
        id="console-tool"
        label="Tool"
        control={(tied) => (
          <select
            {...tied}
            className="code-input"
            value={tool}
            onChange={(event) => choose(event.target.value)}
          >
            {calls.map((call) => (
              <option key={call.tool}>{call.tool}</option>
            ))}
          </select>
        )}
      />
      <Field
        id="console-input"
        label="Arguments"
        hint="A JSON object; what each tool takes is listed above."
        error={"problem" in request ? request.problem : null}
        control={(tied) => (
          <textarea
            {...tied}
            rows={7}
            spellCheck={false}
            value={input}
            onChange={(event) => change(event.target.value)}
          />
        )}
      />
      <div className="actions">
        <button type="submit" className="button" aria-disabled={waiting || "problem" in request}>
          Send
        </button>
        {waiting && (
          <button type="button" className="button plain" onClick={() => running.current?.abort()}>
            Stop
          </button>
        )}
        <p role="status">{waiting ? "Waiting for the answer." : shown?.summary}</p>
        {waiting && <span aria-hidden="true">{seconds} s</span>}
      </div>
      {!("problem" in request) && (
        <Body id="console-request" label="Request" text={request.text}>
          Request, <code>POST {endpoint}</code>
        </Body>
      )}
      {shown?.body !== undefined && (
        <Body id="console-response" label="Response" text={shown.body} />
      )}
    </form>
  );
}

function useSeconds() {
  const [seconds, setSeconds] = useState<number | null>(null);
  const waiting = seconds !== null;
  useEffect(() => {
    if (!waiting) return;
    const timer = setInterval(() => setSeconds((last) => (last === null ? null : last + 1)), 1000);
    return () => clearInterval(timer);
  }, [waiting]);
  return [seconds, setSeconds] as const;
}

function Body({
  id,
  label,
  text,
  children,
}: {
  id: string;
  label: string;
  text: string;
  children?: ReactNode;
}) {
  return (
    <section aria-labelledby={id}>
      <p className="title" id={id}>
        {children ?? label}
      </p>
      <Code label={label} language="json" button={<CopyButton />}>
        {text}
      </Code>
    </section>
  );
}
