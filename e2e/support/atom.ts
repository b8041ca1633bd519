// What specs read of an Atom feed.
import { readFileSync } from "node:fs";
import { validateXML } from "xmllint-wasm";
import { root } from "./root.ts";

const xmlNamespace = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="http://www.w3.org/XML/1998/namespace"><xs:attribute name="lang" type="xs:language"/></xs:schema>`;

/** By the schema of RFC 4287, all at once: the library starts a thread for each call. */
export async function validateFeed(...feeds: string[]) {
  const contents = readFileSync(`${root}e2e/fixtures/atom.xsd`, "utf8");
  return validateXML({
    xml: feeds.map((contents, index) => ({ fileName: `feed-${index}.atom`, contents })),
    schema: [{ fileName: "atom.xsd", contents }],
    preload: [{ fileName: "xml.xsd", contents: xmlNamespace }],
  });
}

/** The texts of the elements of this name. */
export const readElements = (xml: string, name: string) =>
  [...xml.matchAll(new RegExp(`<${name}[^>]*>([^<]*)</${name}>`, "g"))].map((match) => match[1]);
