"use client";

import { Dialog } from "@/components/ui/dialog";

const KEYS: [string, string][] = [
  ["J  K", "Next and previous request"],
  ["A  E  R …", "Approve, edit, refuse: the key stands on its button"],
  ["S", "Snooze"],
  ["X", "Select for answering several together; Shift-click selects a range"],
  ["O", "Open the thread in the workbench"],
  ["/", "Search"],
  ["Esc", "Let go of what is selected"],
  ["?", "This list"],
];

export function KeysDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onOpenChange={onClose} title="Keyboard" description="Off while you type." className="w-[min(440px,calc(100vw-32px))]">
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5">
        {KEYS.map(([key, what]) => (
          <div key={key} className="contents">
            <dt className="font-mono text-sm whitespace-pre text-muted">{key}</dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
