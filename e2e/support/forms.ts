// The form of the site that the specs over HTTP ask: `npm start`, or what the variable FORM names. The forms: docs/verification.md.
import { test } from "@playwright/test";
import { childEnvironment } from "../../lib/config.ts";
import { withoutRouter } from "./compare-forms.ts";

type OtherForm = "bare" | "platform";
type Fields = Readonly<Record<string, string | undefined>>;

export const otherForms: readonly OtherForm[] = ["bare", "platform"];
const named = childEnvironment().FORM;
/** Null: `npm start`. */
export const otherForm = otherForms.find((form) => form === named) ?? null;
if (named && !otherForm) throw new Error(`FORM must be unset or one of: ${otherForms.join(", ")}.`);

/** Apart from that of `npm start`, which may serve meanwhile. */
export const platformDistDir = ".next-platform";
/** Where the form was built. */
export const distDir = otherForm === "platform" ? platformDistDir : ".next-test";

/** Leaves out the specs of this file or group, or this one, in those forms, and says why. */
export function skipOn(forms: readonly OtherForm[], why: string): void {
  test.skip(otherForm !== null && forms.includes(otherForm), `FORM=${otherForm}: ${why}`);
}

/** As our server writes them. Next names its router's headers in `Vary`, and in a function says `no-store` at length. In a test alone. */
export function ownFields({ vary = "", ...fields }: Fields): Fields {
  const isOther = otherForm !== null;
  const shown = isOther ? withoutRouter(vary) : vary;
  const isLong = isOther && fields["cache-control"] === "private, no-cache, no-store, max-age=0, must-revalidate";
  return { ...fields, ...(shown && { vary: shown }), ...(isLong && { "cache-control": "no-store" }) };
}
