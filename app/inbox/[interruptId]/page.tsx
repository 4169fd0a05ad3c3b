import type { Metadata } from "next";
import type { SearchParams } from "nuqs/server";
import { InboxPage } from "@/components/inbox/inbox-page";
import { loadInbox } from "../load-inbox";

export const metadata: Metadata = { title: "Inbox" };

type PageProps = { params: Promise<{ interruptId: string }>; searchParams: Promise<SearchParams> };

export default async function Page({ params, searchParams }: PageProps) {
  return <InboxPage {...await loadInbox((await params).interruptId, searchParams)} />;
}
