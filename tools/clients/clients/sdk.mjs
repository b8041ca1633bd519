// @modelcontextprotocol/sdk, the official SDK 1.x.
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { run } from "../harness.mjs";
import { officialClient } from "../official.mjs";

await run(
  officialClient(
    new Client({ name: "clients", version: "1.0.0" }),
    (url) => new StreamableHTTPClientTransport(new URL(url)),
  ),
);
