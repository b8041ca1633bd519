// mcp-remote: a process that gives a client of stdio this server. The client is the official SDK 1.x.
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { run } from "../harness.mjs";
import { officialClient } from "../official.mjs";

const proxy = new URL("../node_modules/mcp-remote/dist/proxy.js", import.meta.url).pathname;
const createTransport = (url) =>
  new StdioClientTransport({
    command: process.execPath,
    args: [proxy, url, "--allow-http", "--transport", "http-only"],
    stderr: "inherit",
  });
await run(officialClient(new Client({ name: "clients", version: "1.0.0" }), createTransport));
