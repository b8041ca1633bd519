"use client";
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { Code } from "@/app/parts/code.tsx";
import { CopyButton } from "@/app/parts/copy-button.tsx";
import { Field } from "@/app/parts/field.tsx";
import { type Answer, parseCall, sendCall } from "./send-call.ts";

interface ExampleCall {
  readonly tool: string;
  /** The arguments as JSON. */
  readonly input: string;
}

interface ConsoleProps {
  readonly endpoint: string;
  readonly calls: readonly ExampleCall[];
}

export function Console({ endpoint, calls }: ConsoleProps) {
  const [tool, setTool] = useState(calls[0]?.tool ?? "");
  const [input, setInput] = useState(calls[0]?.input ?? "{}");
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [seconds, setSeconds] = useSeconds();
  const running = useRef<AbortController | null>(null);
  const isWaiting = seconds !== null;
  useEffect(() => () => running.current?.abort(), []);
  const request = parseCall(tool, input);
  const shownAnswer = "problem" in request ? null : answer;
  const chooseTool = (name: string) => {
    setTool(name);
    setInput(calls.find((call) => call.tool === name)?.input ?? "{}");
    setAnswer(null);
  };
  const changeInput = (text: string) => {
    setInput(text);
    if ("problem" in parseCall(tool, text)) setAnswer(null);
  };
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (isWaiting || "problem" in request) return;
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
        control={(attributes) => (
          <select
            {...attributes}
            className="code-input"
            value={tool}
            onChange={(event) => chooseTool(event.target.value)}
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
        control={(attributes) => (
          <textarea
            {...attributes}
            rows={7}
            spellCheck={false}
            value={input}
            onChange={(event) => changeInput(event.target.value)}
          />
        )}
      />
      <div className="actions">
        <button type="submit" className="button" aria-disabled={isWaiting || "problem" in request}>
          Send
        </button>
        {isWaiting && (
          <button type="button" className="button plain" onClick={() => running.current?.abort()}>
            Stop
          </button>
        )}
        <p role="status">{isWaiting ? "Waiting for the answer." : shownAnswer?.summary}</p>
        {isWaiting && <span aria-hidden="true">{seconds} s</span>}
      </div>
      {!("problem" in request) && (
        <Body id="console-request" label="Request" text={request.text}>
          Request, <code>POST {endpoint}</code>
        </Body>
      )}
      {shownAnswer?.body !== undefined && (
        <Body id="console-response" label="Response" text={shownAnswer.body} />
      )}
    </form>
  );
}

function useSeconds() {
  const [seconds, setSeconds] = useState<number | null>(null);
  const isCounting = seconds !== null;
  useEffect(() => {
    if (!isCounting) return;
    const timer = setInterval(() => setSeconds((last) => (last === null ? null : last + 1)), 1000);
    return () => clearInterval(timer);
  }, [isCounting]);
  return [seconds, setSeconds] as const;
}

interface BodyProps {
  readonly id: string;
  readonly label: string;
  readonly text: string;
  /** The title, if it says more than the label. */
  readonly children?: ReactNode;
}

function Body({ id, label, text, children }: BodyProps) {
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
