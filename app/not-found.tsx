import { Compass } from "lucide-react";
import Link from "next/link";
import { StatusPage } from "@/components/ui/status-page";

export default function NotFound() {
  return (
    <StatusPage icon={<Compass />} title="There is nothing at this address">
      <p>The workflow or thread may have been renamed or deleted, or the link was cut off.</p>
      <p className="mt-4 flex justify-center gap-4">
        <Link href="/" className="underline underline-offset-2">
          All workflows
        </Link>
        <Link href="/t" className="underline underline-offset-2">
          All threads
        </Link>
      </p>
    </StatusPage>
  );
}
