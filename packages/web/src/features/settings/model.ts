export { settingsPages } from "./pages.ts";
export type { SettingsPage } from "./pages.ts";
