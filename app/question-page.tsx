// Puts a page of questions together: for Next with the answer, or once as a shell, which lib/runtime/server/question-shell.ts fills.
import type { ReactNode } from "react";
import { shellSlots } from "@/lib/runtime/server/question-shell.ts";
import type { QuestionPath } from "@/lib/site/registry/resources.ts";
import { PageHead } from "./page-head.tsx";
import { AskWatch } from "./parts/ask-watch.tsx";
import { CopyButtons } from "./parts/copy-button.tsx";
import { isShellAsked, type QuestionPart, type QuestionProps, readQuery } from "./question.tsx";
import { QuestionTitle } from "./question-title.tsx";

interface QuestionPageProps extends QuestionProps {
  readonly path: QuestionPath;
  readonly read: (query: URLSearchParams) => Promise<QuestionPart>;
  /** What runs in the browser. */
  readonly children: ReactNode;
}

/** What stands in a shell for the parts of the head. */
function shellPart(path: QuestionPath) {
  const { title, card, icon } = shellSlots;
  return { title, card, ...(path === "/track" && { icon }) };
}

/** As a shell, the page has slots in place of all that depends on the question. */
export async function QuestionPage({ path, read, children, ...props }: QuestionPageProps) {
  const part = (await isShellAsked()) ? null : await read(await readQuery(props));
  const className = path.slice(1);
  return (
    <>
      {part ? (
        <article className={className}>{part.content}</article>
      ) : (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant
        <article className={className} dangerouslySetInnerHTML={{ __html: shellSlots.part }} />
      )}
      <PageHead path={path} element={<QuestionTitle {...(part ?? shellPart(path))} />} />
      {children}
      <AskWatch />
      <CopyButtons selector="main .code, main .comeback" />
    </>
  );
}
