"use client";

import { createContext, useContext, type ReactNode } from "react";

/** What stands beside the links of the page header, by address: how many wait there, for example. */
export type NavMarks = Readonly<Record<string, ReactNode>>;

const NavMarksContext = createContext<NavMarks>({});
export const NavMarksProvider = NavMarksContext.Provider;

export function NavMark({ href }: { href: string }) {
  return useContext(NavMarksContext)[href] ?? null;
}
