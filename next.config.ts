import type { NextConfig } from "next";

/** First path segments of the Agent Server API; pages never use them. */
const API_ROOTS = ["ok", "info", "assistants", "threads", "runs", "store"];

/** To a browser on the same machine, packing costs more time than sending. Read when the server starts. */
const isLoopback = ["127.0.0.1", "::1", "localhost"].includes(process.env["HOST"] ?? "127.0.0.1");

const config: NextConfig = {
  compress: !isLoopback,
  reactStrictMode: true,
  poweredByHeader: false,
  // `npm run typecheck` checks the whole project, tests too; a build on someone's machine need not do it again.
  typescript: { ignoreBuildErrors: true },
  serverExternalPackages: [
    "better-sqlite3",
    "kysely",
    "chokidar",
    "tsx",
    "typescript",
    "@langchain/core",
    "@langchain/langgraph",
    "@langchain/langgraph-checkpoint",
    "@langchain/langgraph-checkpoint-sqlite",
  ],
  rewrites: async () => ({
    beforeFiles: [
      // Browsers ask for it before they have read which icon the page names.
      { source: "/favicon.ico", destination: "/icon.svg" },
      ...API_ROOTS.flatMap((root) => [
        { source: `/${root}`, destination: `/api/${root}` },
        { source: `/${root}/:path*`, destination: `/api/${root}/:path*` },
      ]),
    ],
    afterFiles: [],
    fallback: [],
  }),
};

export default config;
