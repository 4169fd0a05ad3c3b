import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { InboxPage } from "@/components/inbox/inbox-page";
import { loadInbox } from "./load-inbox";

export const metadata: Metadata = { title: "Inbox" };

export default async function Page({ searchParams }: { searchParams: Promise<SearchParams> }) {
  return <InboxPage {...await loadInbox(null, searchParams)} />;
}
