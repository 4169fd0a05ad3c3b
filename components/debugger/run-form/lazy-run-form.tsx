"use client";

import dynamic from "next/dynamic";

/** The run form with its validator, loaded when it is first shown. */
export const LazyRunForm = dynamic(() => import("./run-form").then((module) => module.RunForm), {
  ssr: false,
  loading: () => <div className="h-40 animate-pulse rounded-md bg-hover" />,
});
