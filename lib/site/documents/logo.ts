// The logo: a post with two boards. The header, the logo, the icons and the social images use the same paths.

/** Paths on a grid of 32. At 16 pixels all straight edges fall on whole pixels. */
export function markPaths(): { readonly post: string; readonly near: string; readonly far: string } {
  return {
    post: "M14 2h4v2h-4zM14 14h4v4h-4zM14 28h4v4h-4z",
    near: "M2 4h22l7 5-7 5H2z",
    far: "M30 18H8l-7 5 7 5h22z",
  };
}

const onLight = { ink: "#13201b", board: "#00694a" };
const onDark = { ink: "#e8f0eb", board: "#3fbf8c" };

/** The logo as a document. It follows the reader's colour scheme. */
export function logoSvg(): string {
  const { post, near, far } = markPaths();
  const rule = ({ ink, board }: typeof onLight) => `.i{fill:${ink}}.b{fill:${board}}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" width="256" height="256" role="img" aria-label="Signpost"><style>${rule(onLight)}@media (prefers-color-scheme:dark){${rule(onDark)}}</style><path class="i" d="${post}${far}"/><path class="b" d="${near}"/></svg>\n`;
}
