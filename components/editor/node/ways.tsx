"use client";

import { Split, X } from "lucide-react";
import { Button } from "@/components/ui/button";
import type { EditInput } from "@/lib/schema/edit";
import type { SourceConditional, SourceEdge } from "@/lib/schema/source";
import { makeConditionalEdits } from "../canvas/edits";
import { useEditor } from "../editor-context";
import { planConnection } from "../palette/add-node-edits";
import { LabelField } from "./fields/rules-setting";
import { NewBranch } from "./new-branch";
import { Section } from "./section";
import { TargetSelect } from "./target-select";
import { isOwn } from "./use-own-branches";

const END = "__end__";
const said = (node: string) => (node === END ? "the end" : node === "__start__" ? "the start" : node);

/** Where a node leads: its plain edges, and the ways of its routers. */
export function Ways({ source, hideOwn }: { source: string; hideOwn: boolean }) {
  const { graph, apply, readonly } = useEditor();
  if (graph === null) return null;
  const edges = graph.edges.filter((edge) => edge.source === source);
  const routers = graph.conditional.filter((each) => each.source === source);
  const shown = routers.map((conditional, router) => ({ conditional, router })).filter(({ conditional }) => !(hideOwn && isOwn(conditional)));
  const isOff = readonly !== null;
  // A condition is left by its rules, which the form above has.
  if (edges.length === 0 && routers.length > 0 && shown.length === 0) return null;
  const canDecide = routers.length === 0 && edges.some((edge) => edge.locked === null);
  const targets = edges.map((edge) => edge.target);
  return (
    <Section
      title="Leads to"
      action={
        canDecide ? (
          <Button
            size="sm"
            variant="ghost"
            disabled={isOff}
            onClick={() => void apply(makeConditionalEdits(graph, source), { label: `Decide after ${said(source)}` })}
          >
            <Split aria-hidden />
            Make conditional
          </Button>
        ) : null
      }
    >
      <div className="flex flex-col gap-2">
        {edges.map((edge) => (
          <PlainEdge key={edge.target} edge={edge} others={targets.filter((target) => target !== edge.target)} isOff={isOff} />
        ))}
        {shown.map(({ conditional, router }) => (
          <Router key={router} conditional={conditional} router={router} isOff={isOff} />
        ))}
        {edges.length === 0 && routers.length === 0 ? <p className="text-sm text-muted">Nothing follows it: the workflow ends here.</p> : null}
        {routers.length > 0 ? null : (
          <TargetSelect
            key={targets.join()}
            label="Connect to another node"
            value={null}
            placeholder="connect to…"
            readOnly={isOff}
            without={[...targets, ...(source === "__start__" ? [END] : [])]}
            onChange={(target) => {
              if (target === "") return;
              const { edits, options } = planConnection(graph, source, target);
              void apply(edits, options);
            }}
            className="text-muted"
          />
        )}
      </div>
    </Section>
  );
}

function PlainEdge({ edge, others, isOff }: { edge: SourceEdge; others: readonly string[]; isOff: boolean }) {
  const { graph, apply } = useEditor();
  const { source, target, locked } = edge;
  if (graph === null) return null;
  return (
    <div className="flex items-center gap-1">
      <TargetSelect
        label={`${said(source)} leads to`}
        value={target}
        without={others}
        readOnly={isOff || locked !== null}
        onChange={(next) =>
          void apply([{ type: "retarget_edge", graph: graph.name, source, target, new_target: next }], {
            label: `Lead ${said(source)} to ${said(next)}`,
          })
        }
        className="flex-1"
      />
      <Button
        variant="ghost"
        size="icon-sm"
        aria-label={`Delete the edge to ${said(target)}`}
        title={locked ?? undefined}
        disabled={isOff || locked !== null}
        onClick={() =>
          void apply([{ type: "delete_edge", graph: graph.name, source, target }], { label: `Delete ${said(source)} to ${said(target)}` })
        }
      >
        <X aria-hidden />
      </Button>
    </div>
  );
}

function Router({ conditional, router, isOff }: { conditional: SourceConditional; router: number; isOff: boolean }) {
  const { graph, apply, showCode } = useEditor();
  const { source, branches, locked } = conditional;
  if (graph === null) return null;
  const at = { graph: graph.name, source, router };
  const isFixed = isOff || locked !== null || branches === null;
  const place = conditional.router.definition ?? conditional.router.place ?? conditional.place;
  const labels = (branches ?? []).map(({ label }) => label);
  const run = (edit: EditInput, label: string) => apply([edit], { label });
  return (
    <fieldset className="flex min-w-0 flex-col gap-1.5 rounded-md border border-line p-2">
      <legend className="sr-only">Router {conditional.router.name ?? "of its own"}</legend>
      <div className="flex items-center justify-between gap-2 text-sm text-muted">
        <span className="min-w-0 truncate">
          decided by <span className="font-mono">{conditional.router.name ?? "a function of its own"}</span>
        </span>
        <Button size="sm" variant="ghost" onClick={() => showCode(place)}>
          Code
        </Button>
      </div>
      {locked === null ? null : <p className="text-sm text-muted">{locked}</p>}
      {branches === null ? <p className="text-sm text-muted">Which ways it can go is not to be read from its code.</p> : null}
      {(branches ?? []).map((branch) => (
        <div key={branch.label} className="flex items-center gap-1">
          <LabelField
            label={`Label of ${branch.label}`}
            value={branch.label}
            taken={labels.filter((label) => label !== branch.label)}
            readOnly={isFixed || conditional.map !== "object"}
            save={(name) => run({ type: "rename_branch", ...at, label: branch.label, name }, `Rename ${branch.label}`)}
          />
          <TargetSelect
            label={`${branch.label} leads to`}
            value={branch.target}
            readOnly={isFixed}
            onChange={(target) =>
              void run({ type: "retarget_branch", ...at, label: branch.label, target }, `Lead ${branch.label} to ${said(target)}`)
            }
            className="w-32 shrink-0"
          />
          <Button
            variant="ghost"
            size="icon-sm"
            aria-label={`Delete ${branch.label}`}
            disabled={isFixed}
            onClick={() =>
              void run(
                labels.length === 1 ? { type: "delete_conditional", ...at } : { type: "delete_branch", ...at, label: branch.label },
                `Delete ${branch.label}`,
              )
            }
          >
            <X aria-hidden />
          </Button>
        </div>
      ))}
      {isFixed ? null : <NewBranch source={source} router={router} taken={labels} />}
    </fieldset>
  );
}
