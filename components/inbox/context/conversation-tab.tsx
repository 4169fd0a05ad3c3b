"use client";

import { MessagesSquare } from "lucide-react";
import { Empty } from "@/components/ui/empty";
import type { Json } from "@/lib/schema/json";
import { QueryView } from "../../debugger/inspector/query-state";
import { MessageList } from "../../debugger/inspector/values/message-list";
import { isMessageList } from "../../debugger/inspector/values/read-message";
import type { ContextTabProps } from "./context-props";
import { useAskedAt } from "./use-place";

/** The messages of the state, as they were said. */
export function ConversationTab({ item }: ContextTabProps) {
  const checkpoint = useAskedAt(item.thread_id, item.checkpoint_id);
  return (
    <QueryView query={checkpoint} what="conversation">
      {({ values }) => {
        const lists = Object.entries(values).filter((entry): entry is [string, Json[]] => isMessageList(entry[1]));
        if (lists.length === 0)
          return (
            <Empty icon={<MessagesSquare />} title="No conversation">
              The state of this workflow has no messages.
            </Empty>
          );
        return lists.map(([name, messages]) => (
          <section key={name} aria-label={name} className="px-3.5 py-2.5">
            {lists.length > 1 ? <h3 className="mb-1 font-mono text-[12.5px] font-semibold">{name}</h3> : null}
            <MessageList messages={messages} />
          </section>
        ));
      }}
    </QueryView>
  );
}
