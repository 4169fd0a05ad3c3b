"use client";

import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { NuqsAdapter } from "nuqs/adapters/next/app";
import { useState, type ReactNode } from "react";
import { NavMarksProvider } from "@/components/ui/nav-marks";
import { Toaster } from "@/components/ui/toaster";
import { TooltipProvider } from "@/components/ui/tooltip";

// Pages without the header, such as the workbench, do without.
const WaitingCount = dynamic(() => import("@/components/inbox/waiting-count").then((module) => module.WaitingCount), { ssr: false });

/** What the page header shows beside its links. */
const NAV_MARKS = { "/inbox": <WaitingCount /> };

function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // Requests go to the machine the page came from: a second attempt is enough, a third only delays the message.
      queries: { staleTime: 5000, retry: 1, refetchOnWindowFocus: true },
    },
  });
}

export function Providers({ children }: { children: ReactNode }) {
  const [queryClient] = useState(createQueryClient);
  return (
    <QueryClientProvider client={queryClient}>
      <NuqsAdapter>
        <TooltipProvider>
          <NavMarksProvider value={NAV_MARKS}>{children}</NavMarksProvider>
        </TooltipProvider>
      </NuqsAdapter>
      <Toaster />
    </QueryClientProvider>
  );
}
