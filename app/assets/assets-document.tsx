import { type AssetsView, assetsTitle } from "@/lib/site/live/assets/view.ts";
import { Table } from "../parts/data-table.tsx";
import { Paragraph } from "../parts/sentence.tsx";
import { StatusSign } from "../status/status-document.tsx";

/** The content of the page. It says the same as the Markdown. */
export function AssetsDocument({ view: { status, table, notes } }: { readonly view: AssetsView }) {
  return (
    <>
      <StatusSign title={assetsTitle} view={status} />
      <section className="assets">
        <h2>{table.label}</h2>
        {table.rows.length > 0 && <Table table={table} day={status.day} />}
        {notes.map((text) => (
          <Paragraph key={text} className="quiet" text={text} />
        ))}
      </section>
    </>
  );
}
