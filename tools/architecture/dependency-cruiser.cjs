// Dependency rules and `npm run check`. Rules that a spec checks are in e2e/architecture.spec.ts.
// This file: rules from layers.cjs, and for folders outside lib. No circles, not even of types.
const layers = require("./layers.cjs");

const quote = (folder) => folder.replaceAll(".", "\\.");
const inFolder = (folder) => `^${quote(folder)}/[^/]+$`;
const below = (folder) => `^${quote(folder)}/`;

const rows = Object.entries(layers).map(([folder, imports]) => ({
  name: folder,
  comment: `${folder} may import its own folder and those of its row in tools/architecture/layers.cjs`,
  severity: "error",
  from: { path: inFolder(folder) },
  to: {
    path: "^(app|lib|bin|content|e2e|tools|middleware|next\\.config)",
    pathNot: imports === "*" ? [below("lib")] : [folder, ...imports].map(inFolder),
  },
}));

module.exports = {
  forbidden: [
    { name: "no-circle", severity: "error", from: {}, to: { circular: true } },
    {
      name: "folder-without-a-row",
      comment: "Each folder of lib has a row in tools/architecture/layers.cjs.",
      severity: "error",
      from: { path: below("lib"), pathNot: Object.keys(layers).map(inFolder) },
      to: {},
    },
    ...rows,
    {
      name: "app-holds-routes-and-react",
      comment: "app renders: schemas and Node's modules stay in lib.",
      severity: "error",
      from: { path: below("app") },
      to: { path: "^(bin|deploy|e2e|tools)/|node_modules/zod/|^(node:)?(fs|http|crypto|path)$" },
    },
    {
      name: "html-renders-no-markdown-twin",
      comment:
        "A live page is rendered from its view: the Markdown of it is rendered for the twin alone.",
      severity: "error",
      from: { path: "^app/.+\\.tsx$" },
      to: { path: "^lib/site/live/[^/]+/markdown\\.ts$", reachable: true },
    },
    {
      name: "live-pages-load-no-prose",
      comment:
        "To load the prose runs every example, for which the first visitor of a new process would wait.",
      severity: "error",
      from: {
        path: "^app/(?:assets|quote|status|track)/|^app/layout\\.tsx$",
        pathNot: "/opensearch",
      },
      to: { path: "^lib/site/prose/prose\\.ts$", reachable: true },
    },
    {
      name: "live-documents-load-what-they-need",
      comment: "A document loads its own page's data and words, where it is asked for.",
      severity: "error",
      from: { path: "^lib/runtime/(?:publish[-a-z]*|live-documents)\\.ts$" },
      to: {
        path: "^lib/runtime/live-[^/]+\\.ts$|^lib/mcp/tools/all\\.ts$",
        pathNot: "/live-documents",
        dependencyTypesNot: ["dynamic-import"],
      },
    },
    {
      name: "mcp-loads-prose-where-it-is-asked-for",
      severity: "error",
      from: { path: "^app/mcp/" },
      to: { path: "^lib/site/prose/prose\\.ts$", dependencyTypesNot: ["dynamic-import"] },
    },
    {
      name: "tools-share-tools-support",
      comment: "A folder of tools imports no other but tools/support.",
      severity: "error",
      from: { path: "^tools/([^/]+)/" },
      to: { path: "^tools/", pathNot: ["^tools/$1/", below("tools/support")] },
    },
    {
      name: "nothing-shipped-needs-specs-or-tools",
      severity: "error",
      from: { path: "^(app|lib|middleware|next\\.config)" },
      to: { path: "^(bin|e2e|tools)/" },
    },
    {
      name: "no-unresolved-import",
      severity: "error",
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    doNotFollow: { path: "node_modules" },
    exclude: { path: "(^|/)(node_modules|\\.next[^/]*)/" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "require", "node", "default", "types"],
    },
  },
};
