// undici has types for the whole package only.
declare module "undici/lib/dispatcher/agent.js" {
  export { Agent as default } from "undici";
}
