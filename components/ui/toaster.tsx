"use client";

import dynamic from "next/dynamic";

const Sonner = dynamic(() => import("sonner").then((module) => module.Toaster), { ssr: false });

/** Where `notify` shows its messages. */
export function Toaster() {
  return (
    <Sonner
      position="bottom-center"
      toastOptions={{
        classNames: {
          toast: "!border-line !bg-raised !text-text !shadow-float !rounded-md !font-sans !text-[13px]",
          description: "!text-muted",
        },
      }}
    />
  );
}
