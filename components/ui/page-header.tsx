import Link from "next/link";
import type { ReactNode } from "react";
import { cn } from "./cn";
import { Mark } from "./mark";
import { NavMark } from "./nav-marks";
import { ThemeToggle } from "./theme-toggle";

const LINKS = [
  { href: "/", label: "Workflows" },
  { href: "/inbox", label: "Inbox" },
  { href: "/t", label: "Threads" },
  { href: "/settings", label: "Settings" },
];

/** The bar on top of pages that are lists. `wide`: it spans the window. */
export function PageHeader({ current, wide = false, children }: { current: string; wide?: boolean; children?: ReactNode }) {
  return (
    <header className={cn("z-20 shrink-0 border-b border-line bg-panel", !wide && "sticky top-0")}>
      <div className={cn("mx-auto flex h-11 items-center gap-2", wide ? "px-3 sm:px-4" : "max-w-[1120px] px-3 sm:px-6")}>
        <Link href="/" aria-label="Retrograph" className="flex items-center gap-2 rounded-md font-semibold sm:mr-3">
          <Mark className="size-5" />
          <span className="max-sm:hidden">Retrograph</span>
        </Link>
        <nav
          aria-label="Pages"
          className="flex h-full min-w-0 sm:gap-1 max-sm:overflow-x-auto max-sm:overflow-y-hidden max-sm:[scrollbar-width:none]"
        >
          {LINKS.map((link) => (
            <Link
              key={link.href}
              href={link.href}
              aria-current={link.href === current ? "page" : undefined}
              className={cn(
                "relative flex shrink-0 items-center gap-1.5 px-2 -outline-offset-2 text-muted hover:text-text",
                link.href === current &&
                  "font-medium text-text after:absolute after:inset-x-1 after:bottom-0 sm:after:bottom-[-1px] after:h-0.5 after:bg-text",
              )}
            >
              {link.label}
              <NavMark href={link.href} />
            </Link>
          ))}
        </nav>
        <div className="ml-auto flex shrink-0 items-center gap-1">
          {children}
          <ThemeToggle />
        </div>
      </div>
    </header>
  );
}
