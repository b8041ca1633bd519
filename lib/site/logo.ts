// Site room: the mark, drawn by hand: a post with two boards that point apart. It reads on light and on dark paper.

/** `board` is the sign's green; the post and the outlined board take `ink`. */
export function toLogo(ink = "#5f7269", board = "#00694a"): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 26 26" width="260" height="260" role="img" aria-label="Signpost"><path fill="${ink}" d="M12 2h2v22h-2z"/><path fill="${board}" d="M3 5h15l5 4-5 4H3z"/><path fill="none" stroke="${ink}" stroke-width="1.6" d="M22 14.5H9l-4 3.2 4 3.3h13z"/></svg>\n`;
}
