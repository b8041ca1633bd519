// What Next ships without types.
declare module "next/dist/compiled/react-dom/server.node" {
  export { renderToString } from "react-dom/server";
}
