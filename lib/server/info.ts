import "server-only";
import packageJson from "../../package.json";
import { getApp } from "./app";

/** What clients of the Agent Server API ask first. */
export async function getInfo() {
  const { pool } = await getApp();
  return {
    version: packageJson.version,
    langgraph_js_version: pool.langgraphVersion(),
    context: "js",
    flags: { assistants: true, crons: false, langsmith: false, langsmith_tracing_replicas: false },
    host: { kind: "retrograph" },
  };
}
