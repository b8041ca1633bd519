"use client";
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { Code } from "@/app/parts/code.tsx";
import { CopyButton } from "@/app/parts/copy-button.tsx";
import { Field } from "@/app/parts/field.tsx";
import { type Answer, parseCall, sendCall } from "./send-call.ts";

interface ExampleCall {
  readonly tool: string;
  readonly input: string;
}

interface ConsoleProps {
  readonly endpoint: string;
  readonly calls: readonly ExampleCall[];
}

export function Console({ endpoint, calls }: ConsoleProps) {
  const [toolName, setToolName] = useState(calls[0]?.tool ?? "");
  const [inputText, setInputText] = useState(calls[0]?.input ?? "{}");
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [waitedSeconds, setWaitedSeconds] = useSecondsCounter();
  const callControllerRef = useRef<AbortController | null>(null);
  const isWaiting = waitedSeconds !== null;
  useEffect(() => () => callControllerRef.current?.abort(), []);
  const parsedCall = parseCall(toolName, inputText);
  const shownAnswer = "problem" in parsedCall ? null : answer;
  const chooseTool = (name: string) => {
    setToolName(name);
    setInputText(calls.find((call) => call.tool === name)?.input ?? "{}");
    setAnswer(null);
  };
  const changeInput = (text: string) => {
    setInputText(text);
    if ("problem" in parseCall(toolName, text)) setAnswer(null);
  };
  const sendParsedCall = async (event: FormEvent) => {
    event.preventDefault();
    if (isWaiting || "problem" in parsedCall) return;
    const controller = new AbortController();
    callControllerRef.current = controller;
    setAnswer(null);
    setWaitedSeconds(0);
    setAnswer(await sendCall(endpoint, parsedCall.text, controller.signal));
    setWaitedSeconds(null);
  };

  return (
    <form className="console form" data-live="" onSubmit={sendParsedCall} aria-label="Console">
      <Field
        id="console-tool"
        label="Tool"
        control={(attributes) => (
          <select
            {...attributes}
            className="code-input"
            value={toolName}
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
        error={"problem" in parsedCall ? parsedCall.problem : null}
        control={(attributes) => (
          <textarea
            {...attributes}
            rows={7}
            spellCheck={false}
            value={inputText}
            onChange={(event) => changeInput(event.target.value)}
          />
        )}
      />
      <div className="actions">
        <button
          type="submit"
          className="button"
          aria-disabled={isWaiting || "problem" in parsedCall}
        >
          Send
        </button>
        {isWaiting && (
          <button
            type="button"
            className="button plain"
            onClick={() => callControllerRef.current?.abort()}
          >
            Stop
          </button>
        )}
        <p role="status">{isWaiting ? "Waiting for the answer." : shownAnswer?.summary}</p>
        {isWaiting && <span aria-hidden="true">{waitedSeconds} s</span>}
      </div>
      {!("problem" in parsedCall) && (
        <Body id="console-request" label="Request" text={parsedCall.text}>
          Request, <code>POST {endpoint}</code>
        </Body>
      )}
      {shownAnswer?.body !== undefined && (
        <Body id="console-response" label="Response" text={shownAnswer.body} />
      )}
    </form>
  );
}

function useSecondsCounter() {
  const [seconds, setSeconds] = useState<number | null>(null);
  const isCounting = seconds !== null;
  useEffect(() => {
    if (!isCounting) return;
    const secondsTimer = setInterval(
      () => setSeconds((count) => (count === null ? null : count + 1)),
      1000,
    );
    return () => clearInterval(secondsTimer);
  }, [isCounting]);
  return [seconds, setSeconds] as const;
}

interface BodyProps {
  readonly id: string;
  readonly label: string;
  readonly text: string;
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
