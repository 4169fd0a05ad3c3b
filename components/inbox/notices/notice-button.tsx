"use client";

import { Bell, BellOff } from "lucide-react";
import { Button } from "@/components/ui/button";
import { notify } from "@/components/ui/notify";
import { Tooltip } from "@/components/ui/tooltip";
import { useNoticeSwitch, type NoticeState } from "./notice-switch";

const WORDS: Record<NoticeState, string> = {
  on: "Notifications are on: new requests are told while you look elsewhere",
  off: "Tell me of new requests while I look elsewhere",
  denied: "This browser forbids notifications for this site: allow them in its settings",
  impossible: "Notifications need https, or this machine’s own address",
};

/** Turns the browser's notifications of new requests on and off. */
export function NoticeButton() {
  const { state, toggle } = useNoticeSwitch();
  const isOn = state === "on";
  return (
    <Tooltip content={WORDS[state]}>
      <Button
        variant="ghost"
        size="icon"
        className="max-sm:hidden"
        aria-pressed={isOn}
        aria-label="Notifications"
        aria-description={WORDS[state]}
        onClick={() => {
          if (state === "on" || state === "off") void toggle();
          else notify(WORDS[state]);
        }}
      >
        {isOn ? <Bell className="text-text" /> : <BellOff />}
      </Button>
    </Tooltip>
  );
}
