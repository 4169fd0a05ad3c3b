"use client";

import { Plus } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { Button, type ButtonProps } from "@/components/ui/button";

const NewWorkflowDialog = dynamic(() => import("./new-workflow-dialog").then((module) => module.NewWorkflowDialog), { ssr: false });

/** Opens the templates; the next click makes the workflow. */
export function NewWorkflowButton({ taken, ...props }: { taken: readonly string[] } & ButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button {...props} onClick={() => setOpen(true)}>
        <Plus />
        New workflow
      </Button>
      {isOpen ? <NewWorkflowDialog taken={taken} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
