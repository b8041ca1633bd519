// Next ships its renderer without types.
// Relies on that renderer being the one of the package react-dom. First to fail: e2e/http/question-shell.spec.ts.
declare module "next/dist/compiled/react-dom/server.node" {
  export { renderToString } from "react-dom/server";
}
