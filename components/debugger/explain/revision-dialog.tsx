import { Chip, type Tone } from "@/components/ui/chip";
import { Dialog } from "@/components/ui/dialog";
import { formatCount } from "@/components/ui/format";
import type { RevisionChange, RevisionReport } from "@/lib/schema/explain";
import { TextDiff } from "../inspector/changes/text-diff";
import { formatStep } from "../timeline/format";

const KINDS: Record<RevisionChange["kind"], { word: string; tone: Tone }> = {
  node_added: { word: "new node", tone: "ok" },
  node_removed: { word: "node gone", tone: "bad" },
  node_code: { word: "code", tone: "fork" },
  router_code: { word: "router", tone: "fork" },
  edges: { word: "edges", tone: "fork" },
  channel_added: { word: "new channel", tone: "ok" },
  channel_removed: { word: "channel gone", tone: "bad" },
  channel_type: { word: "channel type", tone: "fork" },
  reducer: { word: "reducer", tone: "fork" },
};

/** Everything that changed in the workflow since a checkpoint was made. */
export function RevisionDialog({ report, step, onClose }: { report: RevisionReport; step: number; onClose: () => void }) {
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={`${formatCount(report.changes.length, "thing")} changed since step ${formatStep(step)}`}
      description={
        <>
          The run had revision <Revision id={report.then} />, the workflow is at <Revision id={report.now} />. Code that nodes and routers call from
          elsewhere is not part of a revision.
        </>
      }
      className="w-[min(760px,calc(100vw-32px))]"
    >
      <ul className="-mx-4 -my-3">
        {report.changes.map((change) => (
          <li key={keyOf(change)} className="border-b border-line px-4 py-2.5 last:border-b-0">
            <h3 className="flex items-center gap-1.5">
              <span className="min-w-0 truncate font-mono text-[12.5px] font-semibold">{subjectOf(change)}</span>
              <Chip tone={KINDS[change.kind].tone}>{KINDS[change.kind].word}</Chip>
            </h3>
            <Detail change={change} />
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

function Revision({ id }: { id: string | null }) {
  return id === null ? <span>that is not known</span> : <span className="font-mono text-sm">{id.slice(0, 8)}</span>;
}

function subjectOf(change: RevisionChange): string {
  const name = "node" in change ? change.node : change.channel;
  return name === "__start__" ? "start" : name;
}

function keyOf(change: RevisionChange): string {
  return `${change.kind} ${subjectOf(change)} ${change.kind === "router_code" ? change.router : ""}`;
}

function Detail({ change }: { change: RevisionChange }) {
  switch (change.kind) {
    case "node_code":
    case "router_code":
    case "reducer":
    case "channel_type":
      return (
        <div className="mt-1.5 max-h-96 overflow-auto rounded-md border border-line bg-bg px-2.5 py-1.5 font-mono text-xs">
          <TextDiff before={change.before} after={change.after} />
        </div>
      );
    case "edges":
      return (
        <ul className="mt-1 text-sm">
          {change.removed.map((edge) => (
            <EdgeLine key={`- ${edge}`} sign="−" tone="text-bad" word="removed" edge={edge} />
          ))}
          {change.added.map((edge) => (
            <EdgeLine key={`+ ${edge}`} sign="+" tone="text-ok" word="added" edge={edge} />
          ))}
        </ul>
      );
    default:
      return null;
  }
}

function EdgeLine({ sign, tone, word, edge }: { sign: string; tone: string; word: string; edge: string }) {
  return (
    <li className="flex gap-1.5 font-mono">
      <span role="img" aria-label={word} className={tone}>
        {sign}
      </span>
      to {edge}
    </li>
  );
}
