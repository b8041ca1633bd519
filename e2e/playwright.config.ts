import { defineConfig } from "@playwright/test";

export default defineConfig({
  testDir: ".",
  outputDir: "../test-results",
  fullyParallel: true,
  forbidOnly: true,
  workers: 2,
  reporter: [["list"]],
  projects: [{ name: "unit", testMatch: "unit/**/*.spec.ts" }],
});
