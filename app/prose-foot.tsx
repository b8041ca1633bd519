export function ProseFoot({ updated, twin }: { updated: string; twin: string }) {
  return (
    <footer className="meta">
      Updated <time dateTime={updated}>{updated.slice(0, 10)} UTC</time>.{" "}
      <a href={twin}>This page as Markdown</a>.
    </footer>
  );
}
