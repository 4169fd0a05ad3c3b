"use client";

import { PanelRightClose, PanelRightOpen } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { useLocalState } from "@/lib/client/use-local-state";
import { Resizer } from "../resizer";
import { ContextPanel, isContextTab, type ContextTab } from "./context-panel";
import type { ContextTabProps } from "./context-props";
import type { SpanPlace } from "./trace-tab";

const MIN = 300;
const MAX = 760;

function readWidth(kept: unknown): number | null {
  return typeof kept === "number" && kept >= MIN && kept <= MAX ? kept : null;
}

function readFlag(kept: unknown): boolean | null {
  return typeof kept === "boolean" ? kept : null;
}

function readTab(kept: unknown): ContextTab | null {
  return typeof kept === "string" && isContextTab(kept) ? kept : null;
}

/** What is shown of the surroundings of a request, and whether the drawer with them is open where there is no room for a panel. */
export function useContextSide() {
  const [tab, setTab] = useLocalState<ContextTab>("retrograph:inbox-tab", "state", readTab);
  const [isOpen, setOpen] = useLocalState("retrograph:inbox-context", true, readFlag);
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  const [span, setSpan] = useState<SpanPlace | null>(null);
  const hasRoom = () => window.matchMedia("(min-width: 1100px)").matches;
  return {
    tab,
    setTab,
    isOpen,
    setOpen,
    isDrawerOpen,
    setDrawerOpen,
    span,
    /** Brings a span of the trace to the front. */
    openSpan: (place: SpanPlace) => {
      setSpan(place);
      setTab("trace");
      if (hasRoom()) setOpen(true);
      else setDrawerOpen(true);
    },
  };
}

export type ContextSideProps = ContextTabProps & { side: ReturnType<typeof useContextSide> };

/** The panel beside the request: resized, folded away, and a drawer on narrow windows. */
export function ContextSide({ side, ...props }: ContextSideProps) {
  const [width, setWidth] = useLocalState("retrograph:inbox-context-width", 392, readWidth);
  const panel = <ContextPanel {...props} tab={side.tab} onTab={side.setTab} span={side.span} />;
  return (
    <>
      <div className="hidden min-[1100px]:flex">
        {side.isOpen ? (
          <>
            <Resizer label="Resize the panel beside the request" width={width} min={MIN} max={MAX} onChange={setWidth} />
            <aside aria-label="Around the request" className="relative min-h-0 bg-panel" style={{ width }}>
              {panel}
              <Fold isOpen onClick={() => side.setOpen(false)} />
            </aside>
          </>
        ) : (
          <aside aria-label="Around the request" className="w-10 border-l border-line bg-panel pt-1.5 text-center">
            <Fold isOpen={false} onClick={() => side.setOpen(true)} />
          </aside>
        )}
      </div>
      {side.isDrawerOpen ? (
        <Dialog
          open
          onOpenChange={side.setDrawerOpen}
          title="Around the request"
          className="inset-y-0 top-0 right-0 left-auto h-dvh max-h-dvh w-[min(480px,100vw)] translate-x-0 translate-y-0 rounded-none border-y-0 border-r-0 [&>div:nth-child(2)]:p-0"
        >
          {panel}
        </Dialog>
      ) : null}
    </>
  );
}

function Fold({ isOpen, onClick }: { isOpen: boolean; onClick: () => void }) {
  const label = isOpen ? "Fold the panel away" : "Show what is around the request";
  return (
    <Button
      variant="ghost"
      size="icon-sm"
      aria-label={label}
      title={label}
      onClick={onClick}
      className={isOpen ? "absolute top-1.5 right-1.5 bg-panel" : ""}
    >
      {isOpen ? <PanelRightClose /> : <PanelRightOpen />}
    </Button>
  );
}
