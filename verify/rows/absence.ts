// This folder holds the checks. Each makes rows of the report, and sends requests only through the site's fetcher.
// This file: what a read-only site without keys must not publish.
import { absent } from "../addresses.ts";
import { every, type Group } from "../row.ts";

export const absence: Group = {
  title: "Absent on purpose",
  checks: absent.map(({ id, paths, reason }) => ({
    id: `absent.${id}`,
    what: `${paths.join(", ")} ${paths.length === 1 ? "is" : "are"} absent: ${reason}`,
    todo: "Remove it: it promises something that does not exist.",
    run: (site) =>
      every(paths, "addresses", async (path) => {
        const { status } = await site.fetcher.get({ url: `${site.origin}${path}` });
        return status === 404 ? null : `${path} answers ${status}`;
      }),
  })),
};
