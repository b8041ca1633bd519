// Checks if a client's copy is current (RFC 9110, 13.1): by an ETag that it sent, else by date.

export interface Validators {
  readonly etag: string | null;
  readonly lastModified: string | null;
}

interface Conditions {
  readonly ifNoneMatch: string | null | undefined;
  readonly ifModifiedSince: string | null | undefined;
}

/** IMF-fixdate, the only format that clients still send: "Fri, 20 Nov 2026 07:15:00 GMT". */
const httpDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

export function isUnchanged(
  { ifNoneMatch, ifModifiedSince }: Conditions,
  { etag, lastModified }: Validators,
): boolean {
  if (typeof ifNoneMatch === "string")
    return etag !== null && parseTags(ifNoneMatch).some((tag) => tag === "*" || tag === etag);
  if (
    typeof ifModifiedSince !== "string" ||
    lastModified === null ||
    !httpDate.test(ifModifiedSince)
  )
    return false;
  return Date.parse(lastModified) <= Date.parse(ifModifiedSince);
}

function parseTags(headerValue: string): string[] {
  return headerValue.split(",").map((tag) => tag.trim().replace(/^W\//, ""));
}

export function formatHttpDate(instant: string): string {
  return new Date(instant).toUTCString();
}
