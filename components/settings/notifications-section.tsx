"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { Button } from "@/components/ui/button";
import { notify } from "@/components/ui/notify";
import { listWebhooks, pingWebhook } from "@/lib/client/inbox-api";
import { Code, Section } from "./section";

/** Who is told of requests besides those who look. Addresses are set when Retrograph starts, and may be secrets. */
export function NotificationsSection() {
  const list = useQuery({ queryKey: ["webhooks"], queryFn: ({ signal }) => listWebhooks(signal), staleTime: Infinity, retry: false });
  const ping = useMutation({
    mutationFn: (webhook: number) => pingWebhook(webhook),
    onSuccess: ({ ok, outcome }) =>
      notify(ok ? "The webhook answered" : "The webhook was not told", { description: outcome, tone: ok ? "plain" : "error" }),
    onError: (error) => notify("The webhook was not told", { description: error.message, tone: "error" }),
  });
  return (
    <Section
      id="notifications"
      title="Notifications"
      description="Webhooks are told when a request is asked, answered, or expires. They are set in RETROGRAPH_WEBHOOKS when Retrograph starts; no other address is ever called."
    >
      {list.error !== null ? (
        <p role="alert" className="text-bad">
          {`The webhooks could not be read. ${list.error.message} `}
          <Button size="sm" onClick={() => void list.refetch()}>
            Try again
          </Button>
        </p>
      ) : list.data === undefined ? (
        <p className="text-muted">Reading the webhooks…</p>
      ) : (
        <div className="rounded-lg border border-line bg-panel">
          {list.data.webhooks.length === 0 ? (
            <p className="px-3 py-3 text-muted">No webhook is set.</p>
          ) : (
            <ul className="divide-y divide-line" aria-label="Webhooks">
              {list.data.webhooks.map((webhook, place) => (
                <li key={place} className="flex items-center gap-3 px-3 py-1.5">
                  <Code>{webhook.host}</Code>
                  <span className="flex-1 text-muted">{webhook.is_encrypted ? "" : "not encrypted"}</span>
                  <Button
                    size="sm"
                    disabled={ping.isPending}
                    onClick={() => ping.mutate(place)}
                    aria-label={`Test ${webhook.host}, number ${place + 1}`}
                  >
                    Test
                  </Button>
                </li>
              ))}
            </ul>
          )}
          <p className="border-t border-line px-3 py-2 text-muted">
            {"Links begin with "}
            <Code>{list.data.public_url}</Code>
            {list.data.is_signed
              ? ". Messages are signed."
              : ". Messages are not signed: set RETROGRAPH_WEBHOOK_SECRET, so that a receiver can tell them from others'."}
          </p>
        </div>
      )}
    </Section>
  );
}
