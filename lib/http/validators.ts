// Whether a client's copy is still good (RFC 9110, 13.1). Pure. The tag decides; the date only for those who send no tag.

export interface Validators {
  /** Strong tag of the bytes; null for what is never stored. */
  readonly etag: string | null;
  /** As in the Last-Modified field; null where the content has no date. */
  readonly lastModified: string | null;
}

export interface Conditions {
  readonly ifNoneMatch: string | null | undefined;
  readonly ifModifiedSince: string | null | undefined;
}

/** IMF-fixdate, the one form that is sent today: "Fri, 20 Nov 2026 07:15:00 GMT". */
const httpDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** True: answer 304. Tags are compared weakly; a field that is no date is ignored. */
export function isUnchanged({ ifNoneMatch, ifModifiedSince }: Conditions, { etag, lastModified }: Validators): boolean {
  if (typeof ifNoneMatch === "string")
    return etag !== null && parseTags(ifNoneMatch).some((tag) => tag === "*" || tag === etag);
  if (typeof ifModifiedSince !== "string" || lastModified === null || !httpDate.test(ifModifiedSince)) return false;
  return Date.parse(lastModified) <= Date.parse(ifModifiedSince);
}

function parseTags(field: string): string[] {
  return field.split(",").map((tag) => tag.trim().replace(/^W\//, ""));
}

/** An instant as HTTP writes it. */
export function formatHttpDate(instant: string): string {
  return new Date(instant).toUTCString();
}
