"use client";

import { Code, Lock } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Chip } from "@/components/ui/chip";
import type { SourceNode } from "@/lib/schema/source";
import { kitEntry } from "@/lib/source/kit/catalogue";
import { useEditor } from "../editor-context";
import { useProblemsOf } from "../problems/use-problems-of";
import { DescriptionField } from "./description-field";
import { KitForm } from "./kit-form";
import { NameField } from "./name-field";
import { NodeChannels } from "./node-channels";
import { NodeCode } from "./node-code";
import { NodeOptions } from "./node-options";
import { NodeProblems } from "./node-problems";
import { SubgraphLink } from "./subgraph-link";
import { Ways } from "./ways";

const KIND_WORDS: Record<SourceNode["action"]["kind"], string> = {
  function: "code",
  inline: "code",
  imported: "code",
  factory: "code",
  kit: "kit",
  tool_node: "tools",
  agent: "agent",
  subgraph: "subgraph",
  method: "code",
  runnable: "runnable",
  unknown: "code",
};

/** The selected node: what it is called, what it does and how, and where it leads. */
export function NodeForm({ node }: { node: SourceNode }) {
  const { showCode } = useEditor();
  const problems = useProblemsOf({ kind: "node", node: node.name });
  const { kit, locked, action } = node;
  const place = action.definition ?? action.place ?? node.place;
  const isGuarded = node.options.metadata?.text.includes("guarded") === true;
  return (
    <div className="pb-6">
      <header className="flex flex-col gap-0.5 px-3.5 py-3">
        <div className="flex items-center gap-2">
          <NameField name={node.name} isLocked={locked !== null || node.name_place === null} />
          {isGuarded ? <Chip tone="wait">guarded</Chip> : null}
          <Chip tone={kit?.kind === "approval" ? "wait" : "off"}>
            {kit === null ? KIND_WORDS[action.kind] : kitEntry(kit.kind).title.toLowerCase()}
          </Chip>
          <Button variant="ghost" size="icon-sm" aria-label="Show its code" title="Show its code" onClick={() => showCode(place)}>
            <Code aria-hidden />
          </Button>
        </div>
        <DescriptionField node={node.name} description={node.description} isLocked={locked !== null} />
      </header>
      {locked === null ? null : (
        <p className="flex gap-2 border-t border-line bg-hover px-3.5 py-2 text-sm text-muted">
          <Lock aria-hidden className="mt-0.5 size-3.5 shrink-0" />
          {locked}
        </p>
      )}
      <NodeProblems problems={problems} />
      {kit === null ? (
        <>
          <SubgraphLink node={node} />
          <NodeCode node={node} />
        </>
      ) : (
        <div className="border-t border-line">
          <KitForm node={node} kit={kit} />
        </div>
      )}
      <NodeChannels node={node} />
      <Ways source={node.name} hideOwn={kit?.kind === "condition" || kit?.kind === "approval"} />
      <NodeOptions node={node} />
    </div>
  );
}
