// Security.txt (RFC 9116), published only where a contact is configured.
import { config } from "../../config.ts";
import { absoluteUrl } from "../registry/links.ts";

/** Set by hand at each review of the contact, less than a year ahead. A spec fails 30 days before. */
const SECURITY_EXPIRES = "2027-10-31T00:00:00Z";

/** @throws Error when no contact is configured. */
export function securityTxt(): string {
  const { contactEmail } = config();
  if (contactEmail === null) throw new Error("security.txt needs a contact");
  return `Contact: mailto:${contactEmail}\nExpires: ${SECURITY_EXPIRES}\nPreferred-Languages: en\nCanonical: ${absoluteUrl("/.well-known/security.txt")}\nPolicy: ${absoluteUrl("/legal")}\n`;
}
