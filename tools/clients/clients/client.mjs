// @modelcontextprotocol/client, the official SDK 2.x. It asks which protocol the server speaks, and takes the newest.
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { run } from "../harness.mjs";
import { officialClient } from "../official.mjs";

const client = new Client({ name: "clients", version: "1.0.0" }, { versionNegotiation: { mode: "auto" } });
await run(officialClient(client, (url) => new StreamableHTTPClientTransport(new URL(url))));
