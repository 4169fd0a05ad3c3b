"use client";

import { CloudOff } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { useInboxLive } from "./live-context";
import { LoginDialog } from "./request/login-dialog";

/** A quiet line where the page cannot hear of what happens. */
export function InboxBanner() {
  const live = useInboxLive();
  const [isLogin, setLogin] = useState(false);
  if (live === null || (live.connection !== "offline" && live.connection !== "denied")) return null;
  const isDenied = live.connection === "denied";
  return (
    <div role="status" className="flex min-h-8 shrink-0 items-center gap-2 border-b border-line bg-wait-bg px-3 py-1 text-sm text-wait">
      <CloudOff aria-hidden className="size-3.5 shrink-0" />
      <span className="flex-1">
        {isDenied
          ? "You are not logged in any more. What you typed is kept."
          : "The server cannot be reached. What waits stays as it is, and what you typed is kept; this page catches up as soon as the server is back."}
      </span>
      <Button size="sm" className="max-md:h-11" onClick={() => (isDenied ? setLogin(true) : live.retryNow())}>
        {isDenied ? "Log in" : "Try now"}
      </Button>
      {isLogin ? (
        <LoginDialog
          onClose={() => setLogin(false)}
          onDone={() => {
            setLogin(false);
            live.retryNow();
          }}
        />
      ) : null}
    </div>
  );
}
