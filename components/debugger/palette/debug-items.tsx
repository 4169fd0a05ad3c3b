import { ArrowDownToDot, ArrowUpFromDot, CircleDot, ListChecks, Pause, RedoDot, Square } from "lucide-react";
import { useBreakpoints } from "../breakpoints/breakpoints-context";
import { NODE_COMMAND_ICONS } from "../stepping/node-command-icons";
import { useNodeCommands } from "../stepping/use-node-commands";
import { useSteps } from "../stepping/use-steps";
import { useWorkbench } from "../workbench-context";
import { Item } from "./item";

const STEPS = [
  { kind: "over", icon: <RedoDot /> },
  { kind: "into", icon: <ArrowDownToDot /> },
  { kind: "out", icon: <ArrowUpFromDot /> },
] as const;

type DebugItemsProps = { then: (action: () => void) => () => void };

/** Stepping, stopping, and what can be done with the selected node, as far as it can be done now. */
export function DebugItems({ then }: DebugItemsProps) {
  const { activeRun, actions, isStopping, isPausing } = useWorkbench();
  const { setOpen } = useBreakpoints();
  const steps = useSteps();
  return (
    <>
      {STEPS.map(({ kind, icon }) => {
        const { label, keys, explanation, reason, run } = steps[kind];
        return reason === null ? (
          <Item key={kind} icon={icon} value={`action ${label}`} onSelect={then(run)} hint={keys}>
            {label}: {explanation}
          </Item>
        ) : null;
      })}
      {activeRun?.state.status === "running" && !isStopping && !isPausing ? (
        <Item icon={<Pause />} value="action pause the run" onSelect={then(actions.pause)} hint="F6">
          Pause at the next superstep
        </Item>
      ) : null}
      {activeRun !== null && !isStopping ? (
        <Item icon={<Square />} value="action stop the run" onSelect={then(actions.stop)} hint="Shift+F5">
          Stop the run
        </Item>
      ) : null}
      <NodeItems then={then} />
      <Item icon={<ListChecks />} value="action breakpoints list" onSelect={then(() => setOpen(true))}>
        Breakpoints
      </Item>
    </>
  );
}

function NodeItems({ then }: DebugItemsProps) {
  const { mode, selection, description } = useWorkbench();
  const { toggle } = useBreakpoints();
  const node = description?.nodes.find(({ id, kind }) => id === selection.node && kind !== "start" && kind !== "end");
  const commands = useNodeCommands(mode === "debug" && node !== undefined ? node.id : null);
  if (node === undefined) return null;
  return (
    <>
      {(["before", "after"] as const).map((when) => (
        <Item
          key={when}
          icon={<CircleDot />}
          value={`action breakpoint ${when} ${node.name}`}
          onSelect={then(() => toggle(node.id, when))}
          hint={when === "before" ? "F9" : "Shift+F9"}
        >
          Set or remove a breakpoint {when} <span className="font-mono">{node.name}</span>
        </Item>
      ))}
      {commands.map(({ id, label, reason, explanation, run }) => {
        const Icon = NODE_COMMAND_ICONS[id];
        return reason === null ? (
          <Item key={id} icon={<Icon />} value={`action ${node.name} ${label}`} onSelect={then(run)}>
            <span className="font-mono">{node.name}</span> {label}
            <span className="ml-2 text-muted">{explanation}</span>
          </Item>
        ) : null;
      })}
    </>
  );
}
