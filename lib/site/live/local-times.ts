// Shows each time of a page on the reader's clock, with UTC beside it. Runs in the browser.

const instantText = "(?:\\d{4}-\\d{2}-\\d{2}\\s)?\\d{2}:\\d{2}\\sUTC";
/** A time alone or in brackets, and the punctuation behind it. */
const timeTextPattern = new RegExp(`^(?:\\((${instantText})\\)|(${instantText}))(.*)$`, "s");

/**
 * Changes "11:44 UTC" to "06:44 on your clock (11:44 UTC)" in each `<time>` below `root`. Adds the
 * day if it is not today, or if the text has another date. Changes nothing where the reader's clock
 * shows UTC. May be called again: a changed time stays.
 */
export function showLocalTimes(root: ParentNode, now = new Date()): void {
  const todayText = localDateText(now);
  for (const element of root.querySelectorAll<HTMLTimeElement>("time:not([data-local])")) {
    const date = new Date(element.dateTime);
    const match = timeTextPattern.exec(element.textContent);
    if (!match || Number.isNaN(date.getTime()) || date.getTimezoneOffset() === 0) continue;
    const [, bracketedText, plainText, endText] = match;
    const dateText = localDateText(date);
    const [utcDateText = dateText] = /[\d-]{10}/.exec(element.textContent) ?? [];
    const isToday = dateText === todayText;
    // Beside another UTC date, a local time without a day would be read as of that date.
    const todayOrNothing = utcDateText === dateText ? "" : "today ";
    const dayText = isToday ? todayOrNothing : `${dateText} `;
    const localText = `${dayText}${localClockText(date)} on your clock`;
    element.dataset.local = "";
    element.replaceChildren(
      ...withWholeDates(
        bracketedText === undefined
          ? `${localText} (${plainText})${endText}`
          : `(${localText}, ${bracketedText})${endText}`,
      ),
    );
  }
}

/** The style of a span in a time keeps its date on one line. */
const withWholeDates = (text: string) =>
  text.split(/(\S*\d-\d\S*)/).map((piece, index) => {
    if (index % 2 === 0) return piece;
    const span = document.createElement("span");
    span.textContent = piece;
    return span;
  });

const twoDigits = (value: number) => String(value).padStart(2, "0");

const localClockText = (date: Date) =>
  `${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`;

const localDateText = (date: Date) =>
  [date.getFullYear(), twoDigits(date.getMonth() + 1), twoDigits(date.getDate())].join("-");
