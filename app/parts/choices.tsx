import { Fragment } from "react";
import type { LinkView } from "@/lib/render/blocks.ts";

export function Choices({ links }: { links: readonly LinkView[] }) {
  return links.map(({ href, label }, index) => (
    <Fragment key={label}>
      {index > 0 && " "}
      <a className="choice" href={href} rel="nofollow">
        {label}
      </a>
    </Fragment>
  ));
}
