// Media types and text encoding.
import { known } from "../addresses.ts";
import { every, type Group } from "../row.ts";
import { getDocuments, getPublished, mediaType, type Resource } from "../site.ts";

/** A media type with its parameters in one order and one spelling. */
export function normalizeType(type: string): string {
  const [name = "", ...parameters] = type.split(";").map((part) => part.trim());
  const normal = parameters.map((parameter) => {
    const [key = "", value = ""] = parameter.split(/=(.*)/s);
    const bare = value.replace(/^"|"$/g, "");
    return `${key.toLowerCase()}=${key.toLowerCase() === "charset" ? bare.toLowerCase() : bare}`;
  });
  return [name.toLowerCase(), ...normal.sort()].join("; ");
}

const byExtension: Readonly<Record<string, string>> = {
  md: "text/markdown; charset=utf-8",
  txt: "text/plain; charset=utf-8",
};

function findTypeFault({ path, label, answer }: Resource): string | null {
  const sent = answer.headers["content-type"] ?? "none";
  const extension = /\.(\w+)$/.exec(path)?.[1] ?? "";
  const wanted =
    known[path] ?? byExtension[extension] ?? (mediaType(answer) === "text/html" ? "text/html; charset=utf-8" : null);
  return wanted === null || normalizeType(sent) === normalizeType(wanted) ? null : `${label}: ${sent}, not ${wanted}`;
}

/**
 * A document may be named with a wider type than it is sent with:
 * application/json for any JSON, Markdown for a Markdown profile.
 */
function isFulfilled(claim: string, sent: string): boolean {
  const [claimed = "", served = ""] = [claim, sent].map((type) => type.split(";")[0]?.trim().toLowerCase());
  return claimed === served || (/json$/.test(claimed) && served === "application/json");
}

const isText = ({ answer }: Resource) => /^text\/|json$|xml$/.test(mediaType(answer));

function everyText(resources: readonly Resource[], fault: (resource: Resource) => string | null) {
  return every(resources.filter(isText), "texts", (resource) => {
    const seen = fault(resource);
    return seen === null ? null : `${resource.label}: ${seen}`;
  });
}

export const text: Group = {
  title: "Text and media types",
  checks: [
    {
      id: "text.types",
      what: "Every answer has the media type of its kind, text with charset=utf-8",
      todo: "Send the media type that the row names.",
      run: (site) => every(getPublished(site), "answers", findTypeFault),
    },
    {
      id: "text.claims",
      what: "Every address has the media type with which others name it",
      todo: "Name it with the type that it is sent with, or send that type.",
      run: (site) =>
        every(
          site.resources.filter(({ answer, claims }) => answer.status === 200 && claims.length > 0),
          "named addresses",
          ({ label, answer, claims }) => {
            const wrong = claims.find(({ type }) => !isFulfilled(type, answer.headers["content-type"] ?? ""));
            return wrong ? `${label}: ${wrong.by} says ${wrong.type}, sent as ${mediaType(answer) || "nothing"}` : null;
          },
        ),
    },
    {
      id: "text.utf8",
      what: "Every text is UTF-8 without a byte order mark",
      todo: "Write UTF-8 without a mark.",
      run: (site) =>
        everyText(getPublished(site), ({ answer: { bytes } }) => {
          if (bytes.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf]))) return "a byte order mark";
          try {
            new TextDecoder("utf-8", { fatal: true }).decode(bytes);
            return null;
          } catch {
            return "not UTF-8";
          }
        }),
    },
    {
      id: "text.lines",
      what: "Lines end with LF, the last one too",
      todo: "Write LF alone, and one at the end of the file.",
      run: (site) =>
        everyText(getDocuments(site), ({ answer }) => {
          if (answer.text.includes("\r")) return "a carriage return";
          return answer.text.endsWith("\n") ? null : "no newline at the end";
        }),
    },
  ],
};
