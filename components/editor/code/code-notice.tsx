"use client";

import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import type { CodeState } from "./code-document";
import type { CodeField } from "./use-code-field";

function Notice({ tone, children, actions }: { tone: "wait" | "plain"; children: ReactNode; actions: ReactNode }) {
  return (
    <div
      role="status"
      className={`flex flex-wrap items-center gap-2 border-b border-line px-3.5 py-1.5 text-sm ${tone === "wait" ? "bg-wait-bg text-wait" : "bg-hover text-muted"}`}
    >
      <p className="min-w-40 flex-1">{children}</p>
      {actions}
    </div>
  );
}

type CodeNoticeProps = { field: CodeField | null; state: CodeState; isRestored: boolean; onRead: () => void };

/** What a person has to know or decide about text that is not in the file yet. */
export function CodeNotice({ field, state, isRestored, onRead }: CodeNoticeProps) {
  const document = field?.document;
  if (state.status === "clash") {
    return (
      <Notice
        tone="wait"
        actions={
          <>
            <Button size="sm" onClick={() => document?.settleClash("mine")}>
              Keep mine
            </Button>
            <Button size="sm" onClick={() => document?.settleClash("theirs")}>
              Take the file’s
            </Button>
          </>
        }
      >
        The file was changed in the place where you typed. Until you decide, nothing of this text is saved; it is kept in this tab.
      </Notice>
    );
  }
  if (state.status === "failed") {
    return (
      <Notice
        tone="wait"
        actions={
          <Button size="sm" onClick={() => void document?.flush()}>
            Save now
          </Button>
        }
      >
        What you typed last is not saved. It is kept in this tab, a reload included.
      </Notice>
    );
  }
  if (isRestored) {
    return (
      <Notice
        tone="plain"
        actions={
          <Button size="sm" variant="ghost" onClick={onRead}>
            All right
          </Button>
        }
      >
        What you had typed before, and what was not saved, is back. Undo takes it away again.
      </Notice>
    );
  }
  return null;
}
