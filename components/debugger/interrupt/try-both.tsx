"use client";

import { FlaskConical } from "lucide-react";
import dynamic from "next/dynamic";
import { useMemo, useState } from "react";
import { alternativesOf } from "@/components/approvals/what-if/alternatives-of";
import { Button } from "@/components/ui/button";
import type { Interrupt } from "@/lib/schema/thread";

const WhatIfDialog = dynamic(() => import("@/components/approvals/what-if/what-if-dialog").then((module) => module.WhatIfDialog), { ssr: false });

/** Tries approving and refusing beside each other, where the request has answers that simply do. */
export function TryBoth({ interrupt, disabled }: { interrupt: Interrupt; disabled: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const { interrupt_id, value } = interrupt;
  const alternatives = useMemo(() => alternativesOf(interrupt_id, value), [interrupt_id, value]);
  if (alternatives.length === 0) return null;
  return (
    <>
      <Button variant="ghost" disabled={disabled} onClick={() => setOpen(true)}>
        <FlaskConical />
        {alternatives.length === 2 ? "Dry run both" : "Dry run"}
      </Button>
      {isOpen ? <WhatIfDialog item={interrupt} value={value} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
