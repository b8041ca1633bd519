// The views of MCP Apps: a file with the name of a view is one document, which `npm run build` bundles with Preact.
// What it shows is in the file beside it. This file: what all of them do. It speaks with the host, keeps the newest answer, and follows the host's theme.
import { Component, type MouseEvent, type ReactNode, useEffect, useState } from "react";
import { createRoot } from "react-dom/client";
import { VIEW_KEY, type ViewLinks } from "@/lib/mcp/views/views.ts";
import { isAnswer, servedMsOf, type ViewAnswer } from "@/lib/site/live/views/answer.ts";
import { connectHost, type Host, type ToolResult } from "@/lib/site/live/views/host.ts";
import { Note } from "../parts/note.tsx";
import { StateShapes } from "../parts/verdict.tsx";
import { AnswerAlone, type Arguments, type Shown } from "./view-parts.tsx";
import "./views.css";

interface Received {
  readonly answer: ViewAnswer | null;
  readonly meta: Arguments;
  /** The words of an answer that is not ours to understand. */
  readonly text: string | null;
  readonly readMs: number;
}

interface Definition<Plain> {
  readonly tool: string;
  readonly title: string;
  /** The page of the site that opens where the answer has none of its own. */
  readonly page: keyof ViewLinks;
  /** What each call of the view wants beside the answer. */
  readonly wanted?: Arguments;
  readonly View: (shown: Shown<Plain>) => ReactNode;
  /** A link of the view that asks the tool another question; null where it leads to a page. */
  readonly questionOf?: (url: URL, input: Arguments) => Arguments | null;
  /** The arguments that lead to this answer, where the host did not tell them. */
  readonly argumentsOf: (answer: ViewAnswer) => Arguments;
}

const LOOK_MS = 1_000;

export function showView<Plain>(definition: Definition<Plain>): void {
  const root = document.getElementById("view");
  if (root) createRoot(root).render(<Shell {...definition} />);
}

function Shell<Plain>({ tool, title, page, wanted, View, questionOf, argumentsOf }: Definition<Plain>) {
  const { host, input, setInput, received, setReceived, ended } = useHost(title);
  const [isAsking, setAsking] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const nowMs = useNow();
  const answer = received?.answer ?? null;
  if (!received || !answer) return <NoAnswer title={title} received={received} ended={ended} />;

  const links = readLinks();
  const asked = input ?? argumentsOf(answer);
  const canCall = host?.capabilities.serverTools !== undefined;
  const plain = received.meta[VIEW_KEY] as Plain | undefined;
  const ask = async (args: Arguments = asked, more?: Arguments) => {
    if (!host || isAsking) return;
    setAsking(true);
    const sentMs = Date.now();
    try {
      const next = readResult(await host.callTool(tool, args, { ...wanted, ...more }), sentMs);
      // What is shown with all its words stays until there is more of its kind.
      if (!next.answer || (plain && !next.meta[VIEW_KEY])) throw new Error("no answer of this tool");
      setReceived(next);
      setInput(args);
      setFailed(false);
    } catch {
      setFailed(true);
    }
    setAsking(false);
  };
  const open = (url: string) => void host?.openLink(url).catch(() => setFailed(true));
  /** A frame without permissions follows no link by itself. */
  const follow = (event: MouseEvent<HTMLElement>) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    const href = link?.getAttribute("href") ?? "#";
    if (href.startsWith("#")) return;
    event.preventDefault();
    const url = new URL(href, links.status);
    const args = canCall ? questionOf?.(url, asked) : null;
    if (args) void ask(args);
    else open(url.href);
  };
  const shown: Shown = {
    view: plain,
    answer,
    meta: received.meta,
    readMs: received.readMs,
    nowMs,
    links,
    input: asked,
    isAsking,
    hasFailed,
    ask: canCall ? (args, more) => void ask(args, more) : null,
    open: host?.capabilities.openLinks ? open : null,
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: the links in it have the keyboard, and their clicks come here
    <div onClick={follow}>
      <StateShapes />
      <Guarded view={plain} alone={<AnswerAlone shown={shown} title={title} page={links[page]} />}>
        {plain && <View {...shown} view={plain} />}
      </Guarded>
    </div>
  );
}

/** Shows the answer alone where no view came, and where a conversation brings one that another version of this server made. */
class Guarded extends Component<{ view: unknown; alone: ReactNode; children: ReactNode }, { failed: unknown }> {
  override state: { failed: unknown } = { failed: undefined };
  override componentDidCatch(): void {
    this.setState({ failed: this.props.view });
  }
  override render() {
    const { view, alone, children } = this.props;
    return view === this.state.failed ? alone : children;
  }
}

/** What the host tells: the arguments of the call, its results, and its end. */
function useHost(title: string) {
  const [host, setHost] = useState<Host | null>(null);
  const [input, setInput] = useState<Arguments | null>(null);
  const [received, setReceived] = useState<Received | null>(null);
  const [ended, setEnded] = useState<string | null>(null);

  useEffect(() => {
    connectHost(title, {
      onInput: setInput,
      onResult: (result) => setReceived(broughtResult(result)),
      onCancelled: () => setEnded("The call was cancelled. Nothing was read."),
      onContext: ({ theme }) => {
        if (theme) document.documentElement.style.colorScheme = theme;
      },
    }).then(setHost, () => setEnded("This view got no word from its host."));
  }, [title]);

  useEffect(() => {
    if (!host) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry) host.tellHeight(Math.ceil(entry.target.getBoundingClientRect().height));
    });
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [host]);

  return { host, input, setInput, received, setReceived, ended };
}

function NoAnswer({ title, received, ended }: { title: string; received: Received | null; ended: string | null }) {
  return (
    <main className="view">
      <h1 className="unseen">{title}</h1>
      <p role="status">{received ? "" : (ended ?? "Waiting for the answer.")}</p>
      {received && (
        <Note>
          <p>This answer has no figures to show. Do not send funds based on it.</p>
          {received.text !== null && <p className="told">{received.text}</p>}
        </Note>
      )}
    </main>
  );
}

function readResult({ structuredContent, content, _meta }: ToolResult, readMs: number): Received {
  const [first] = Array.isArray(content) ? content : [];
  const text = typeof first?.text === "string" ? first.text : null;
  return {
    answer: isAnswer(structuredContent) ? structuredContent : null,
    meta: (_meta ?? {}) as Arguments,
    text,
    readMs,
  };
}

/** A host may bring an answer again days later: it is as old as it says, and as it is where it says nothing. */
function broughtResult(result: ToolResult): Received {
  const received = readResult(result, Date.now());
  const servedMs = received.answer && servedMsOf(received.answer);
  return { ...received, readMs: Math.min(received.readMs, servedMs ?? received.readMs) };
}

function readLinks(): ViewLinks {
  return JSON.parse(document.querySelector<HTMLMetaElement>('meta[name="links"]')?.content ?? "{}");
}

/** The device's clock, each second. */
function useNow(): number {
  const [nowMs, setNow] = useState(Date.now);
  useEffect(() => {
    const look = () => setNow(Date.now());
    const timer = setInterval(look, LOOK_MS);
    document.addEventListener("visibilitychange", look);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, []);
  return nowMs;
}
