import { useEffect } from "react";

export type Theme = "light" | "dark" | "system";
const STORED = "snart.theme";

/** Reads a theme from a preference; anything unknown follows the system. */
export const asTheme = (text: string | null | undefined): Theme =>
  text === "light" || text === "dark" ? text : "system";

/** A theme as a preference: following the system means no preference. */
export const chosenTheme = (theme: Theme): "light" | "dark" | null => (theme === "system" ? null : theme);

/** Applies a theme at once and remembers it for the next first paint (public/theme.js). */
export function showTheme(theme: Theme): void {
  if (theme === "system") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = theme;
  try {
    if (theme === "system") localStorage.removeItem(STORED);
    else localStorage.setItem(STORED, theme);
  } catch {
    // Without storage the theme lasts as long as the page.
  }
}

/** Follows the account's theme once there is an account; before that, this browser's last theme. */
export function useTheme(preferred: string | null | undefined): void {
  useEffect(() => {
    if (preferred !== undefined && preferred !== null) showTheme(asTheme(preferred));
  }, [preferred]);
}
