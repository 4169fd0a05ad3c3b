import type { LintCode } from "../schema/lint";
import type { Check } from "./check";
import { channelNeverRead } from "./checks/channel-never-read";
import { channelNeverWritten } from "./checks/channel-never-written";
import { commandWithoutEnds } from "./checks/command-without-ends";
import { cycleWithoutExit } from "./checks/cycle-without-exit";
import { deadEnd } from "./checks/dead-end";
import { effectBeforeInterrupt } from "./checks/effect-before-interrupt";
import { gotoOutsideEnds } from "./checks/goto-outside-ends";
import { guardBypassed } from "./checks/guard-bypassed";
import { interruptInTry } from "./checks/interrupt-in-try";
import { interruptWithoutCheckpointer } from "./checks/interrupt-without-checkpointer";
import { memoryCheckpointer } from "./checks/memory-checkpointer";
import { messagesWithoutReducer } from "./checks/messages-without-reducer";
import { mixedExits } from "./checks/mixed-exits";
import { nameClash } from "./checks/name-clash";
import { noWayToEnd } from "./checks/no-way-to-end";
import { parallelWrites } from "./checks/parallel-writes";
import { recursionLimit } from "./checks/recursion-limit";
import { routeNotInMap } from "./checks/route-not-in-map";
import { threadIdMissing } from "./checks/thread-id-missing";
import { toolWithoutDescription } from "./checks/tool-without-description";
import { toolWithoutSchema } from "./checks/tool-without-schema";
import { unknownNode } from "./checks/unknown-node";
import { unreachableNode } from "./checks/unreachable-node";
import { unusedRoute } from "./checks/unused-route";

/** All checks. A new one is a file in `checks`, a code in `lib/schema/lint.ts`, a line here, and a page in `docs/lint`. */
export const CHECKS = {
  "channel-never-read": channelNeverRead,
  "channel-never-written": channelNeverWritten,
  "command-without-ends": commandWithoutEnds,
  "cycle-without-exit": cycleWithoutExit,
  "dead-end": deadEnd,
  "effect-before-interrupt": effectBeforeInterrupt,
  "goto-outside-ends": gotoOutsideEnds,
  "guard-bypassed": guardBypassed,
  "interrupt-in-try": interruptInTry,
  "interrupt-without-checkpointer": interruptWithoutCheckpointer,
  "memory-checkpointer": memoryCheckpointer,
  "messages-without-reducer": messagesWithoutReducer,
  "mixed-exits": mixedExits,
  "name-clash": nameClash,
  "no-way-to-end": noWayToEnd,
  "parallel-writes": parallelWrites,
  "recursion-limit": recursionLimit,
  "route-not-in-map": routeNotInMap,
  "thread-id-missing": threadIdMissing,
  "tool-without-description": toolWithoutDescription,
  "tool-without-schema": toolWithoutSchema,
  "unknown-node": unknownNode,
  "unreachable-node": unreachableNode,
  "unused-route": unusedRoute,
} satisfies Record<LintCode, Check>;
