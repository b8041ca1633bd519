import { spawnSync } from "node:child_process";
import { expect, test } from "@playwright/test";
import { childEnvironment } from "../../../lib/config.ts";
import { commonHeaders, pageHeaders, partHeaders, partPathHeaders } from "../../../lib/http/security-headers.ts";
import { root } from "../../support/root.ts";

test("HSTS is sent only if https is configured", () => {
  expect(commonHeaders("https://site.example")["Strict-Transport-Security"]).toBe("max-age=63072000");
  expect(commonHeaders("http://localhost:3000")).not.toHaveProperty("Strict-Transport-Security");
});

test("a page may connect to the two origins of the site", () => {
  const of = (swapUrl: string) =>
    pageHeaders({ scripts: ["'sha256-x'"], origins: ["https://site.example", swapUrl] })["Content-Security-Policy"];
  expect(of("https://site.example")).toContain("connect-src 'self';");
  for (const directive of ["connect-src", "img-src", "form-action"])
    expect(of("https://swap.example")).toContain(`${directive} 'self' https://site.example https://swap.example;`);
  expect(of("https://swap.example")).toContain("script-src 'self' 'sha256-x';");
});

test("a part may be framed by its own origin, and runs and loads nothing", () => {
  const { "Content-Security-Policy": policy } = partHeaders("'sha256-x'");
  expect(policy).toBe(
    "default-src 'none'; style-src 'sha256-x'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
  );
  expect(partPathHeaders["X-Frame-Options"]).toBe("SAMEORIGIN");
});

test("a page frames nothing, unless it has a part", () => {
  const of = (hasFrame: boolean) =>
    pageHeaders({ scripts: [], origins: ["https://site.example", "https://swap.example"], hasFrame })[
      "Content-Security-Policy"
    ];
  expect(of(false)).not.toContain("frame-src");
  expect(of(true)).toContain("; frame-src 'self'; ");
  expect(of(true)).toContain("; frame-ancestors 'none'");
});

test("in development a page may run any script, but cannot be embedded", () => {
  const { "Content-Security-Policy": policy } = pageHeaders({
    scripts: null,
    origins: ["http://localhost:3000", "http://localhost:3000"],
  });
  expect(policy).toBe("form-action 'self'; base-uri 'none'; frame-ancestors 'none'");
});

test("a build without script digests allows no inline script", () => {
  const read = (mode: "production" | "development") => {
    const code = `import { createJiti } from "jiti";
      const { getPageHeaders, isMeasured } = await createJiti("${root}").import("./lib/site/serve/page-policy.ts");
      console.log(JSON.stringify([isMeasured(), getPageHeaders("/pricing")["Content-Security-Policy"]]));`;
    const { stdout } = spawnSync(process.execPath, ["--input-type=module", "-e", code], {
      cwd: root,
      encoding: "utf8",
      env: { ...childEnvironment(), NODE_ENV: mode, DIST_DIR: ".next-unmeasured" },
    });
    return JSON.parse(stdout) as [boolean, string];
  };
  expect(read("production")).toEqual([false, expect.stringContaining("; script-src 'self'; ")]);
  expect(read("development")).toEqual([false, expect.not.stringContaining("script-src")]);
});
