// Security.txt (RFC 9116), published only where a contact is configured. Its expiry is a date of the registry's kind: set by hand, watched by a spec.
import { config } from "../../config.ts";
import { absoluteUrl } from "../registry/links.ts";

/** Less than a year after the last review of the contact; a spec fails 30 days before. */
const SECURITY_EXPIRES = "2027-10-31T00:00:00Z";

/** @throws Error when no contact is configured: nothing may then be published here. */
export function securityTxt(): string {
  const { contactEmail } = config();
  if (contactEmail === null) throw new Error("security.txt needs a contact");
  return `Contact: mailto:${contactEmail}\nExpires: ${SECURITY_EXPIRES}\nPreferred-Languages: en\nCanonical: ${absoluteUrl("/.well-known/security.txt")}\nPolicy: ${absoluteUrl("/legal")}\n`;
}
