"use client";

import { TriangleAlert } from "lucide-react";
import Link from "next/link";
import { Button } from "@/components/ui/button";
import { StatusPage } from "@/components/ui/status-page";

export default function ErrorPage({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <StatusPage icon={<TriangleAlert />} title="This page could not be shown">
      <p>
        Nothing that was saved is lost. Try again; if it stays like this, the server’s log says more{error.digest ? ` under ${error.digest}` : ""}.
      </p>
      <p className="mt-4 flex items-center justify-center gap-4">
        <Button variant="primary" onClick={reset}>
          Try again
        </Button>
        <Link href="/" className="underline underline-offset-2">
          All workflows
        </Link>
      </p>
    </StatusPage>
  );
}
