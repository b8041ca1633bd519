// Next ships its renderer without types.
// Relies on it being that of the package. First to fail: e2e/http/question-shell.spec.ts.
declare module "next/dist/compiled/react-dom/server.node" {
  export { renderToString } from "react-dom/server";
}
