import { keepPart } from "./part-store.ts";
import { type PartProps, SentPart } from "./sent-part.tsx";

/** A part of a live page that is not sent a second time as data for hydration: see `ProseText`. Nothing in it is a client component. */
export function SentOnce({ children, ...attributes }: PartProps) {
  return <SentPart kept={keepPart(children)} {...attributes} />;
}
