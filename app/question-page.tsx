import type { ReactNode } from "react";
import type { QuestionPath } from "@/lib/site/registry/resources.ts";
import { PageHead } from "./page-head.tsx";
import { AskWatch } from "./parts/ask-watch.tsx";
import { CopyButtons } from "./parts/copy-button.tsx";
import { LocalTimes } from "./parts/local-times.tsx";
import { type QuestionPart, type QuestionProps, readQuery } from "./question.tsx";

interface QuestionPageProps extends QuestionProps {
  readonly path: QuestionPath;
  readonly read: (query: URLSearchParams) => Promise<QuestionPart>;
  readonly children: ReactNode;
}

export async function QuestionPage({ path, read, children, ...props }: QuestionPageProps) {
  const { content, ...titleProps } = await read(await readQuery(props));
  return (
    <>
      <article className={path.slice(1)}>{content}</article>
      <PageHead path={path} titleElement={<QuestionTitle {...titleProps} />} />
      {children}
      <LocalTimes />
      <AskWatch />
      <CopyButtons selector="main .code, main .comeback" />
    </>
  );
}

function QuestionTitle({ title, cardTitle, icon }: Omit<QuestionPart, "content">) {
  return (
    <>
      <title>{title}</title>
      <meta property="og:title" content={cardTitle} />
      {icon !== undefined && <link rel="icon" href={icon} />}
    </>
  );
}
