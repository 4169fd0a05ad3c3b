"use client";

import { Monitor, Moon, Sun } from "lucide-react";
import { useSyncExternalStore } from "react";
import { Button } from "./button";
import { Menu, MenuContent, MenuItem, MenuTrigger } from "./menu";
import { THEME_COOKIE, type Theme } from "./theme";

const THEMES = [
  { theme: "light", label: "Light", Icon: Sun },
  { theme: "dark", label: "Dark", Icon: Moon },
  { theme: "system", label: "Same as the system", Icon: Monitor },
] as const;

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function readTheme(): Theme {
  const theme = document.documentElement.dataset.theme;
  return theme === "light" || theme === "dark" ? theme : "system";
}

/** The cookie lets the server send the page in its theme: nothing flashes, and no inline script is needed. */
function setTheme(theme: Theme) {
  if (theme === "system") {
    delete document.documentElement.dataset.theme;
    document.cookie = `${THEME_COOKIE}=; path=/; max-age=0; samesite=lax`;
  } else {
    document.documentElement.dataset.theme = theme;
    document.cookie = `${THEME_COOKIE}=${theme}; path=/; max-age=31536000; samesite=lax`;
  }
  for (const listener of listeners) listener();
}

export function ThemeToggle() {
  const current = useSyncExternalStore<Theme>(subscribe, readTheme, () => "system");
  const Icon = THEMES.find((item) => item.theme === current)?.Icon ?? Monitor;
  return (
    <Menu>
      <MenuTrigger asChild>
        <Button variant="ghost" size="icon" aria-label="Theme">
          <Icon />
        </Button>
      </MenuTrigger>
      <MenuContent align="end">
        {THEMES.map(({ theme, label, Icon: ItemIcon }) => (
          <MenuItem key={theme} onSelect={() => setTheme(theme)} className={theme === current ? "font-medium" : undefined}>
            <ItemIcon />
            {label}
          </MenuItem>
        ))}
      </MenuContent>
    </Menu>
  );
}
