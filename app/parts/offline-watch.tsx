"use client";
import { useEffect } from "react";
import { WORKER_POLICY } from "@/lib/http/security-headers.ts";
import type { ResourcePath } from "@/lib/site/registry/resources.ts";

const workerPath: ResourcePath = "/offline-worker.js";

interface TypesOfScripts {
  createPolicy(name: string, rules: { createScriptURL(): string }): { createScriptURL(text: string): string };
}

/** Lets a page say that there is no network. Only over https, or on this machine itself, has a browser workers. */
export function OfflineWatch() {
  useEffect(() => {
    try {
      const { trustedTypes } = window as Window & { trustedTypes?: TypesOfScripts };
      const policy = trustedTypes?.createPolicy(WORKER_POLICY, { createScriptURL: () => workerPath });
      navigator.serviceWorker?.register(policy?.createScriptURL("") ?? workerPath).catch(() => undefined);
    } catch {
      // A proxy's own policy allows none: the page stands without it.
    }
  }, []);
  return null;
}
