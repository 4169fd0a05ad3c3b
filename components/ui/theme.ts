export const THEME_COOKIE = "retrograph-theme";
export type Theme = "light" | "dark" | "system";

/** What `data-theme` is to be for the cookie's value; undefined follows the system. */
export function themeFromCookie(value: string | undefined): "light" | "dark" | undefined {
  return value === "light" || value === "dark" ? value : undefined;
}
