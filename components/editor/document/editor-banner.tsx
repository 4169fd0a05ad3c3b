"use client";

import { CircleAlert, CloudOff, FileX, Lock, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import Link from "next/link";
import { useStore } from "zustand";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { useEditor } from "../editor-context";

function Bar({ icon, quiet = false, children }: { icon: ReactNode; quiet?: boolean; children: ReactNode }) {
  return (
    <div
      role="status"
      className={cn(
        "flex min-h-8 shrink-0 items-center gap-2 border-b border-line px-3 py-1 text-sm [&_svg]:size-3.5 [&_svg]:shrink-0",
        quiet ? "bg-panel text-muted" : "bg-wait-bg text-wait",
      )}
    >
      {icon}
      {children}
    </div>
  );
}

function Words({ children }: { children: ReactNode }) {
  return <span className="min-w-0 flex-1">{children}</span>;
}

function OfflineBar({ retry }: { retry: () => void }) {
  const { saving } = useEditor();
  return (
    <Bar icon={<CloudOff />}>
      <Words>
        The server cannot be reached. {saving.status === "saved" ? "Everything is saved" : "What you change is kept in this tab"}; this page goes on
        as soon as the server is back.
      </Words>
      <Button size="sm" onClick={retry}>
        Try now
      </Button>
    </Bar>
  );
}

/** The text does not parse: what is drawn is how it was before. */
function StaleBar() {
  const { design, showCode } = useEditor();
  const mistake = design?.model.errors[0];
  if (mistake === undefined) return null;
  return (
    <Bar icon={<TriangleAlert />}>
      <Words>
        Line {mistake.place.line} is not valid TypeScript: {mistake.message}
      </Words>
      <Button size="sm" onClick={() => showCode(mistake.place)}>
        Show line {mistake.place.line}
      </Button>
    </Bar>
  );
}

/** A quiet line above the canvas while the file cannot be reached, read, or changed. */
export function EditorBanner() {
  const { document, design, saving } = useEditor();
  const connection = useStore(document, (state) => state.connection);
  const isGone = useStore(document, (state) => state.isGone);
  const loadError = useStore(document, (state) => state.loadError);
  const { retryConnection, reload } = document.getState();

  if (connection === "denied") {
    return (
      <Bar icon={<CloudOff />}>
        <Words>You are not logged in any more.</Words>
        <Link href="/login" className="underline underline-offset-2">
          Log in
        </Link>
      </Bar>
    );
  }
  if (isGone || (loadError !== null && design === null)) {
    return (
      <Bar icon={<FileX />}>
        <Words>
          {isGone && design !== null
            ? `${design.file} was deleted or moved. What you see is what it was; it is shown again as soon as it is back.`
            : loadError}
        </Words>
        <Button size="sm" onClick={() => void reload()}>
          Look again
        </Button>
      </Bar>
    );
  }
  if (connection === "offline") return <OfflineBar retry={retryConnection} />;
  if (saving.status === "failed") {
    return (
      <Bar icon={<CircleAlert />}>
        <Words>Not saved: {saving.message} Nothing is lost; it is tried again by itself.</Words>
        <Button size="sm" onClick={saving.retry}>
          Try now
        </Button>
      </Bar>
    );
  }
  if (saving.status === "conflict") {
    return (
      <Bar icon={<CircleAlert />}>
        <Words>{saving.message}</Words>
      </Bar>
    );
  }
  if (design?.stale === true) return <StaleBar />;
  if (design !== null && design.readonly !== null) {
    return (
      <Bar icon={<Lock />} quiet>
        <Words>{design.readonly}</Words>
      </Bar>
    );
  }
  return null;
}
