export { usePreferences } from "./use-preferences.ts";
