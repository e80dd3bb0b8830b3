/** Every page of the web app (PRODUCT.md section 2): its path, what it shows, and an address that opens it. */
export const PAGES = [
  { path: "/setup", screen: "The first account, by the one-time link", example: "/setup" },
  { path: "/signin", screen: "Sign in with a password", example: "/signin" },
  { path: "/", screen: "The view that was open last; the week at first", example: "/" },
  { path: "/day/:date", screen: "One day", example: "/day/2026-11-23" },
  { path: "/week/:year-Wnn", screen: "A week, Monday to Sunday", example: "/week/2026-W48" },
  { path: "/month/:year-mm", screen: "A month, scrolled by weeks", example: "/month/2026-11" },
  { path: "/year/:yyyy", screen: "A year: weeks, red days, how full each day is", example: "/year/2026" },
  { path: "/soon", screen: "Everything ahead, by distance", example: "/soon" },
  { path: "/trash", screen: "What was deleted; a calendar put back", example: "/trash" },
  { path: "/history/:id", screen: "Who changed an event or task when", example: "/history/id" },
  { path: "/settings/profile", screen: "Name, language, time zone, look", example: "/settings/profile" },
  { path: "/settings/calendars", screen: "Calendars, feeds and links", example: "/settings/calendars" },
  { path: "/c/:token", screen: "A published calendar, without signing in", example: "/c/token" },
  { path: "/settings/devices", screen: "App passwords and how to connect", example: "/settings/devices" },
  { path: "/settings/security", screen: "Password", example: "/settings/security" },
  { path: "/settings/import", screen: "Import and export", example: "/settings/import" },
] as const;
