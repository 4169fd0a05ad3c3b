/**
 * The import table of docs/architecture.md: which folder may import which. Each ban says why.
 * A folder's rule names what it may import; everything else inside the repository is refused.
 */

/** npm packages that only one folder may use, as regular expressions of their names. */
const DATABASE = "better-sqlite3|kysely|@langchain/langgraph-checkpoint-sqlite";
const LANGGRAPH = "@langchain/[^/]+|langchain";

const inside = (...folders) => folders.map((folder) => `^${folder}`);
const packages = (names) => `node_modules/(${names})/`;

/** @type {{ name: string, from: string, may: string[], why: string, except?: string }[]} */
const TABLE = [
  {
    name: "schema",
    from: "^lib/schema/",
    may: ["lib/schema/", "lib/errors\\.ts$"],
    why: "lib/schema describes every shape that crosses a boundary; it depends on zod and the error codes alone.",
  },
  { name: "errors", from: "^lib/errors\\.ts$", may: [], why: "lib/errors.ts is used everywhere, so it imports nothing." },
  {
    name: "kit",
    from: "^lib/kit/",
    may: ["lib/kit/"],
    why: "lib/kit is ordinary LangGraph code that works outside Retrograph: LangChain packages and zod only.",
  },
  {
    name: "graphs",
    from: "^graphs/",
    may: ["graphs/", "lib/kit/"],
    why: "A workflow is ordinary LangGraph code: it may use lib/kit, not Retrograph's inside.",
  },
  {
    name: "source",
    from: "^lib/source/",
    may: ["lib/source/", "lib/schema/"],
    why: "lib/source turns text into models and back: text in, text out.",
  },
  {
    name: "lint",
    from: "^lib/lint/",
    may: ["lib/lint/", "lib/source/", "lib/graph/", "lib/effects/", "lib/schema/"],
    why: "lib/lint checks what lib/source has read, with the algorithms of lib/graph: text in, problems out.",
  },
  {
    name: "graph",
    from: "^lib/graph/",
    may: ["lib/graph/", "lib/schema/"],
    why: "lib/graph holds pure functions over views: plain data in, plain data out.",
  },
  {
    name: "expression",
    from: "^lib/expression/",
    may: ["lib/expression/", "lib/schema/"],
    why: "lib/expression reads and evaluates expressions over plain data, in the browser too: it reaches nothing.",
  },
  {
    name: "request",
    from: "^lib/request/",
    may: ["lib/request/", "lib/schema/"],
    why: "lib/request reads what a request's payload asks and which answers fit, on the server and in the browser: plain data in, plain data out.",
  },
  {
    name: "effects",
    from: "^lib/effects/",
    may: ["lib/effects/", "lib/schema/"],
    why: "lib/effects knows which calls change something outside, by names and arguments alone: plain data in, plain data out.",
  },
  {
    name: "store",
    from: "^lib/store/",
    may: ["lib/store/", "lib/request/", "lib/effects/", "lib/schema/", "lib/errors\\.ts$"],
    why: "lib/store knows the database and the shapes it stores, nothing above it.",
  },
  {
    name: "runner",
    from: "^lib/runner/",
    may: ["lib/runner/", "lib/store/", "lib/request/", "lib/effects/", "lib/expression/", "lib/schema/", "lib/errors\\.ts$"],
    why: "lib/runner is a process of its own: it may use the store and the schemas, not the server or the interface.",
  },
  {
    name: "server",
    from: "^lib/server/",
    may: [
      "lib/server/",
      "lib/store/",
      "lib/request/",
      "lib/effects/",
      "lib/source/",
      "lib/lint/",
      "lib/graph/",
      "lib/expression/",
      "lib/schema/",
      "lib/errors\\.ts$",
      "lib/runner/(spawn|project|trace/secrets)\\.ts$",
    ],
    why: "lib/server never loads workflow code: of the runner it may import spawn.ts, which starts the process, project.ts, which finds the files and loads none, and trace/secrets.ts, which hides secrets in texts.",
  },
  {
    name: "client",
    from: "^lib/client/",
    may: ["lib/client/", "lib/schema/", "lib/errors\\.ts$"],
    why: "lib/client runs in the browser: typed requests and event streams, nothing of the server.",
  },
  {
    name: "cli",
    from: "^lib/cli/",
    may: ["lib/cli/", "lib/server/", "lib/store/", "lib/source/", "lib/lint/", "lib/schema/", "lib/runner/project\\.ts$", "package\\.json$"],
    why: "lib/cli starts things; what they do lives in lib/server and lib/store. Of the runner it may import project.ts alone, which loads no workflow.",
  },
  {
    name: "api",
    from: "^app/api/",
    may: ["app/api/", "lib/server/", "lib/schema/", "lib/errors\\.ts$"],
    why: "A route parses with a schema, calls one lib/server function and maps the error.",
  },
  {
    name: "pages",
    from: "^app/",
    except: "^app/api/",
    may: ["app/", "components/", "lib/server/", "lib/schema/", "lib/errors\\.ts$"],
    why: "A page loads through lib/server and renders one component.",
  },
  {
    name: "ui",
    from: "^components/ui/",
    may: ["components/ui/"],
    why: "components/ui are primitives without a word of the domain: styling helpers only.",
  },
  {
    name: "canvas",
    from: "^components/canvas/",
    may: ["components/canvas/", "components/ui/", "lib/schema/", "lib/graph/"],
    why: "components/canvas draws a description that it is given: it fetches nothing.",
  },
  {
    name: "editor",
    from: "^components/editor/",
    may: [
      "components/editor/",
      "components/ui/",
      "components/canvas/",
      "components/debugger/",
      "components/threads/",
      "lib/schema/",
      "lib/graph/",
      "lib/expression/",
      "lib/client/",
      "lib/errors\\.ts$",
      "lib/source/kit/(catalogue|forms/[^/]+)\\.ts$",
    ],
    why: "components/editor reaches the server through lib/client alone; of lib/source it may know what the kit's forms look like.",
  },
  {
    name: "approvals",
    from: "^components/approvals/",
    may: ["components/approvals/", "components/ui/", "lib/request/", "lib/schema/", "lib/graph/", "lib/client/", "lib/errors\\.ts$"],
    why: "components/approvals are parts of a request and of what runs again, used by the inbox and the workbench: they know neither.",
  },
  {
    name: "inbox",
    from: "^components/inbox/",
    may: [
      "components/inbox/",
      "components/approvals/",
      "components/ui/",
      "components/canvas/",
      "components/debugger/",
      "components/threads/",
      "lib/request/",
      "lib/schema/",
      "lib/graph/",
      "lib/client/",
      "lib/errors\\.ts$",
    ],
    why: "components/inbox reaches the server through lib/client alone.",
  },
  {
    name: "debugger",
    from: "^components/debugger/",
    may: [
      "components/debugger/",
      "components/approvals/",
      "components/editor/editor\\.tsx$",
      "components/editor/workflows/",
      "components/ui/",
      "components/canvas/",
      "components/threads/",
      "lib/request/",
      "lib/schema/",
      "lib/graph/",
      "lib/expression/",
      "lib/client/",
      "lib/errors\\.ts$",
    ],
    why: "components/debugger reaches the server through lib/client alone.",
  },
  {
    name: "home",
    from: "^components/home/",
    may: [
      "components/home/",
      "components/ui/",
      "components/canvas/",
      "components/threads/",
      "components/debugger/",
      "components/editor/",
      "components/inbox/",
      "components/approvals/",
      "lib/schema/",
      "lib/graph/",
      "lib/client/",
      "lib/errors\\.ts$",
    ],
    why: "components/home reaches the server through lib/client alone.",
  },
  {
    name: "threads",
    from: "^components/threads/",
    may: ["components/threads/", "components/approvals/", "components/ui/", "lib/schema/", "lib/graph/", "lib/client/", "lib/errors\\.ts$"],
    why: "components/threads reaches the server through lib/client alone.",
  },
  {
    name: "settings",
    from: "^components/settings/",
    may: ["components/settings/", "components/approvals/", "components/ui/", "components/threads/", "lib/schema/", "lib/client/", "lib/errors\\.ts$"],
    why: "components/settings reaches the server through lib/client alone.",
  },
];

const tableRules = TABLE.map(({ name, from, except, may, why }) => ({
  name: `import-table-${name}`,
  comment: why,
  severity: "error",
  from: except === undefined ? { path: from } : { path: from, pathNot: except },
  to: { path: inside("app/", "components/", "graphs/", "lib/", "test/", "[^/]+\\.(ts|mjs)$"), pathNot: inside(...may) },
}));

module.exports = {
  forbidden: [
    ...tableRules,
    {
      name: "no-cycles",
      comment: "Two files that need each other are one file, or hide a third one.",
      severity: "error",
      from: { path: "^(app|components|graphs|lib|test)/" },
      to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
    },
    { name: "no-unresolved", comment: "The import leads nowhere.", severity: "error", from: {}, to: { couldNotResolve: true } },
    {
      name: "no-test-code-in-the-product",
      comment: "Nothing imports test/: what the product needs lives in the product.",
      severity: "error",
      from: { pathNot: "^test/|^vitest\\.config\\.ts$" },
      to: { path: "^test/" },
    },
    {
      name: "no-development-dependencies-in-the-product",
      comment: "What runs for people is in dependencies, not in devDependencies.",
      severity: "error",
      from: { path: "^(app|components|graphs|lib)/", pathNot: "^lib/cli/(test|bundle|chromium)\\.mjs$" },
      to: { dependencyTypes: ["npm-dev"], dependencyTypesNot: ["type-only"] },
    },
    {
      name: "no-undeclared-packages",
      comment: "Add the package to package.json: it is only here because another one brought it.",
      severity: "error",
      from: { path: "^(app|components|graphs|lib)/" },
      to: { dependencyTypes: ["npm-no-pkg", "npm-unknown"] },
    },
    {
      name: "no-langgraph-in-the-server",
      comment: "The server never loads LangGraph or a workflow's code: that is the runner's process.",
      severity: "error",
      from: { path: "^(lib/(server|graph|source|lint|expression|schema|client|cli)/|lib/errors\\.ts|app/|components/)" },
      to: { path: packages(LANGGRAPH), pathNot: packages("@langchain/langgraph-sdk"), dependencyTypesNot: ["type-only"] },
    },
    {
      name: "database-in-the-store-alone",
      comment: "Only lib/store opens a database. (The research workflow keeps a search index of its own.)",
      severity: "error",
      from: { path: "^(app|components|graphs|lib)/", pathNot: "^(lib/store/|graphs/research/domain/)" },
      to: { path: packages(DATABASE) },
    },
    {
      name: "react-flow-in-the-canvas-alone",
      comment: "components/canvas is the only importer of @xyflow/react: use its GraphCanvas.",
      severity: "error",
      from: { path: "^(app|components|lib)/", pathNot: "^components/canvas/" },
      to: { path: packages("@xyflow/react|elkjs") },
    },
    {
      name: "no-react-in-the-kernels",
      comment: "lib/graph, lib/schema, lib/store, lib/runner, lib/server and graphs/ know nothing of React or Next.js pages.",
      severity: "error",
      from: { path: "^(lib/(graph|expression|schema|store|runner|source|lint|kit)|graphs)/" },
      to: { path: packages("react|react-dom|next") },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^(\\.next/|test/support/(broken|graphs)/)" },
    tsConfig: { fileName: "tsconfig.json" },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "require", "node", "default", "types"] },
    reporterOptions: { text: { highlightFocused: true } },
  },
};
