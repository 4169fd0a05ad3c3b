"use client";

import { Workflow as WorkflowIcon } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { StatusPage } from "@/components/ui/status-page";
import { adoptThread } from "@/lib/client/api";

type AdoptThreadProps = { threadId: string; workflows: { graph_id: string; title: string }[] };

/** A thread that another program wrote names no workflow: a person says which one drew its checkpoints. */
export function AdoptThread({ threadId, workflows }: AdoptThreadProps) {
  const router = useRouter();
  const [state, setState] = useState<{ busy: boolean; error: string | null }>({ busy: false, error: null });

  async function adopt(graphId: string) {
    setState({ busy: true, error: null });
    try {
      await adoptThread(threadId, graphId);
      router.replace(`/w/${encodeURIComponent(graphId)}/t/${encodeURIComponent(threadId)}`);
    } catch (error) {
      setState({ busy: false, error: error instanceof Error ? error.message : String(error) });
    }
  }

  return (
    <StatusPage icon={<WorkflowIcon />} title="Which workflow does this thread belong to?">
      <p>
        Another program wrote <code className="font-mono break-all">{threadId}</code>, and its checkpoints do not name their workflow.
      </p>
      <div className="mt-4 flex flex-col gap-1.5">
        {workflows.map((workflow) => (
          <Button key={workflow.graph_id} disabled={state.busy} onClick={() => void adopt(workflow.graph_id)}>
            {workflow.title}
          </Button>
        ))}
      </div>
      {state.error === null ? null : (
        <p role="alert" className="mt-3 text-bad">
          {state.error}
        </p>
      )}
    </StatusPage>
  );
}
