import ts from "typescript";
import { unwrap } from "../../source/ast";
import { pathOf, propertyOf, type Callee, type Code } from "./code";
import { isKept } from "./keeps";

/** `effect`: changes something outside. `model`, `tool`: costs money or time, and may answer otherwise the second time. */
export type Effect = { kind: "effect" | "model" | "tool"; call: ts.CallExpression; name: string };

const FILE_WRITES =
  /^(promises\.)?(writeFile|appendFile|rm|unlink|rmdir|rename|copyFile|cp|truncate|symlink|link)(Sync)?$|^(promises\.)?createWriteStream$/;
const PROCESSES = /^(exec|execFile|spawn|fork)(Sync)?$/;
const CHANGING_METHODS = new Set(["POST", "PUT", "PATCH", "DELETE"]);

/** Methods that change something, whatever they are called on. */
const CHANGING_CALLS =
  /\.(insertOne|insertMany|updateOne|updateMany|deleteOne|deleteMany|bulkWrite|findOneAndUpdate|findOneAndDelete|upsert|sendMail|sendMessage|postMessage|sendEmail|putObject)$/;
/** Methods that change something when they are called on a client. */
const CLIENT_CALLS =
  /(^|\.)(axios|got|ky|superagent|http|httpClient|api|apiClient)\.(post|put|patch|delete)$|(^|\.)(stripe|paypal|prisma|supabase|knex|db|database|twilio|sendgrid|mailer|resend|slack|s3)(\.\w+)*\.(create|insert|update|delete|del|save|send|refund|capture|transfer|charge|publish|execute)$/i;
/** Functions whose name says that they change something outside; only believed where they are awaited. */
const CHANGING_NAMES =
  /^(send|publish|charge|refund|pay|transfer|notify|email|deploy|submit|upload|purchase|book|cancel|delete|post|tweet|sms|dispatch)([A-Z_]\w*)?$/;

/** What a call does beyond the state, or null where it does nothing that is known to matter when it is repeated. */
export function effectOf(code: Code, call: ts.CallExpression, callee: Callee): Effect | null {
  const written = pathOf(call.expression);
  const found = (kind: Effect["kind"]): Effect => ({ kind, call, name: written === "" ? "a call" : written });
  if (isKept(code, call, callee)) return null;
  if (callee.kind === "package") return packageEffect(callee, call, found);
  if (callee.kind === "function") return null;
  if (written === "fetch") return isChangingFetch(code, call) ? found("effect") : null;
  if (CHANGING_CALLS.test(written) || CLIENT_CALLS.test(written)) return found("effect");
  const invoked = /\.(invoke|call|stream|batch|generate|streamEvents)$/.exec(written);
  if (invoked !== null && ts.isPropertyAccessExpression(unwrap(call.expression))) return runnableEffect(code, call, found);
  const name = written.split(".").at(-1) ?? "";
  return CHANGING_NAMES.test(name) && ts.isAwaitExpression(call.parent) ? found("effect") : null;
}

function packageEffect(
  callee: Extract<Callee, { kind: "package" }>,
  call: ts.CallExpression,
  found: (kind: Effect["kind"]) => Effect,
): Effect | null {
  const { module, path } = callee;
  const name = path.replace(/^default\./, "");
  if (/^(node:)?fs(\/promises)?$|^fs-extra$|^graceful-fs$/.test(module)) return FILE_WRITES.test(name) ? found("effect") : null;
  if (/^(node:)?child_process$|^execa$/.test(module)) return PROCESSES.test(name) ? found("effect") : null;
  if (/^(axios|got|ky)$/.test(module)) return /^(post|put|patch|delete)$/.test(name) ? found("effect") : null;
  if (/^(@langchain|langchain)\b/.test(module)) return null;
  return CHANGING_NAMES.test(name.split(".").at(-1) ?? "") && ts.isAwaitExpression(call.parent) ? found("effect") : null;
}

function isChangingFetch(code: Code, call: ts.CallExpression): boolean {
  const options = call.arguments[1];
  const method = options === undefined ? null : propertyOf(code.valueOf(options), "method");
  const text = method === null ? null : code.stringOf(method);
  return text !== null && CHANGING_METHODS.has(text.toUpperCase());
}

/** A runnable that is called: a tool of the project, or what is named like a model. */
function runnableEffect(code: Code, call: ts.CallExpression, found: (kind: Effect["kind"]) => Effect): Effect | null {
  const access = unwrap(call.expression);
  if (!ts.isPropertyAccessExpression(access)) return null;
  const receiver = unwrap(access.expression);
  const made = code.calleeOf(receiver);
  if (made.kind === "value" && ts.isCallExpression(made.initializer)) {
    const maker = code.calleeOf(made.initializer.expression);
    if (maker.kind === "package" && /langchain/.test(maker.module) && maker.path === "tool") return found("tool");
  }
  const name = pathOf(receiver).split(".").at(-1) ?? "";
  const isOfTools = made.kind === "value" && /tools/i.test(pathOf(made.initializer));
  if (/tool$/i.test(name) || isOfTools || isToolCall(call.arguments[0])) return found("tool");
  return /(model|llm|chat|agent|chain)\w*$/i.test(name) ? found("model") : null;
}

/** `{ ...call, type: "tool_call" }`: what a tool is given by a model. */
function isToolCall(argument: ts.Expression | undefined): boolean {
  const type = argument === undefined ? null : propertyOf(unwrap(argument), "type");
  return type !== null && ts.isStringLiteralLike(type) && type.text === "tool_call";
}
