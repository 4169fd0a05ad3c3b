import Link from "next/link";
import type { ReactNode } from "react";
import { cn } from "./cn";
import { Mark } from "./mark";
import { ThemeToggle } from "./theme-toggle";

const LINKS = [
  { href: "/", label: "Workflows" },
  { href: "/t", label: "Threads" },
  { href: "/settings", label: "Settings" },
];

/** The bar on top of pages that are lists. */
export function PageHeader({ current, children }: { current: string; children?: ReactNode }) {
  return (
    <header className="sticky top-0 z-20 border-b border-line bg-panel">
      <div className="mx-auto flex h-11 max-w-[1120px] items-center gap-2 px-6">
        <Link href="/" className="mr-3 flex items-center gap-2 rounded-md font-semibold">
          <Mark className="size-5" />
          Retrograph
        </Link>
        <nav aria-label="Pages" className="flex h-full gap-1">
          {LINKS.map((link) => (
            <Link
              key={link.href}
              href={link.href}
              aria-current={link.href === current ? "page" : undefined}
              className={cn(
                "relative flex items-center px-2 text-muted hover:text-text",
                link.href === current && "font-medium text-text after:absolute after:inset-x-1 after:bottom-[-1px] after:h-0.5 after:bg-text",
              )}
            >
              {link.label}
            </Link>
          ))}
        </nav>
        <div className="ml-auto flex items-center gap-1">
          {children}
          <ThemeToggle />
        </div>
      </div>
    </header>
  );
}
