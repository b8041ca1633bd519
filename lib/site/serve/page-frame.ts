// The HTML around the content of a page that Next does not render, such as a refused question.

/** The build cuts these texts out of its page for missing addresses. */
export interface PageFrame {
  readonly beforeTitle: string;
  readonly beforeContent: string;
  readonly afterContent: string;
}

/** For development, where no page is built in advance. */
export const plainFrame: PageFrame = {
  beforeTitle: '<!doctype html><html lang="en"><head><meta charset="utf-8">',
  beforeContent: "</head><body><main>",
  afterContent: "</main></body></html>",
};

export interface FramedContent {
  /** The `<title>` element. */
  readonly titleHtml: string;
  readonly contentHtml: string;
}

export function frameContent(frame: PageFrame, content: FramedContent): string {
  const { beforeTitle, beforeContent, afterContent } = frame;
  const { titleHtml, contentHtml } = content;
  return `${beforeTitle}${titleHtml}${beforeContent}${contentHtml}${afterContent}\n`;
}
