import { publish } from "@/lib/runtime/publish.ts";

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = publish("/.well-known/agent-skills/estimate-a-swaps-cost/SKILL.md");
