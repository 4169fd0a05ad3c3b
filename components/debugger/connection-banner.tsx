"use client";

import { CloudOff, Hourglass, Trash2 } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { useLive } from "./live/live-context";

function Bar({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <div
      role="status"
      className="flex min-h-8 shrink-0 items-center gap-2 border-b border-line bg-wait-bg px-3 py-1 text-sm text-wait [&_svg]:size-3.5 [&_svg]:shrink-0"
    >
      {icon}
      {children}
    </div>
  );
}

/** A quiet line when the page shows the past because the present cannot be had. */
export function ConnectionBanner() {
  const connection = useLive((state) => state.connection);
  const deleted = useLive((state) => state.deleted);
  const trouble = useLive((state) => state.runnerTrouble);
  const retryNow = useLive((state) => state.retryNow);

  if (deleted) {
    return (
      <Bar icon={<Trash2 />}>
        <span className="flex-1">This thread was deleted. What you see is what was on the page.</span>
        <Link href="/t" className="underline underline-offset-2">
          All threads
        </Link>
      </Bar>
    );
  }
  if (connection === "denied") {
    return (
      <Bar icon={<CloudOff />}>
        <span className="flex-1">You are not logged in any more.</span>
        <Link href="/login" className="underline underline-offset-2">
          Log in
        </Link>
      </Bar>
    );
  }
  if (connection === "offline") {
    return (
      <Bar icon={<CloudOff />}>
        <span className="flex-1">
          The server cannot be reached. Everything that was saved is safe; this page catches up as soon as the server is back.
        </span>
        <Button size="sm" onClick={retryNow}>
          Try now
        </Button>
      </Bar>
    );
  }
  if (trouble !== null) return <Bar icon={<Hourglass />}>{trouble}</Bar>;
  return null;
}
