import { expect, test } from "@playwright/test";
import { toCommonHeaders, toPageHeaders } from "../../lib/http/security-headers.ts";

test("https is promised where it is configured, and only there", () => {
  expect(toCommonHeaders("https://site.example")["Strict-Transport-Security"]).toBe("max-age=63072000");
  expect(toCommonHeaders("http://localhost:3000")).not.toHaveProperty("Strict-Transport-Security");
});

test("a page speaks to the site's own two origins", () => {
  const of = (swapUrl: string) =>
    toPageHeaders({ scripts: ["'sha256-x'"], origins: ["https://site.example", swapUrl] })["Content-Security-Policy"];
  expect(of("https://site.example")).toContain("connect-src 'self';");
  for (const directive of ["connect-src", "img-src", "form-action"])
    expect(of("https://swap.example")).toContain(`${directive} 'self' https://site.example https://swap.example;`);
  expect(of("https://swap.example")).toContain("script-src 'self' 'sha256-x';");
});

test("a page that nobody measured is not for embedding either", () => {
  const { "Content-Security-Policy": policy } = toPageHeaders({
    scripts: null,
    origins: ["http://localhost:3000", "http://localhost:3000"],
  });
  expect(policy).toBe("form-action 'self'; base-uri 'none'; frame-ancestors 'none'");
});
