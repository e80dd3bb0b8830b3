import { existsSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

/** The first screen, and modules that show a text when nothing more can be fetched. */
const ROOTS = [
  "main.tsx",
  "features/calendar-view/screen.tsx",
  "features/calendar-view/phone-page.tsx",
  "features/sign-in/screen.tsx",
  "features/event/actions/changing-actions.ts",
  "features/event/actions/event-toasts.tsx",
  "features/event/actions/use-failure-toasts.ts",
  "features/error-report/crash-page.tsx",
  "new-version.tsx",
];

const IMPORTED = /^(?:import|export) (?!type\b)[^;]*?from "(\.[^"]+\.tsx?)"/gm;

/** The texts of the files of ours that are there as soon as those are. */
function sourcesOf(paths: readonly string[]): readonly string[] {
  const found = new Map<string, string>();
  const open = [...paths];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (found.has(path) || !existsSync(path)) continue;
    const text = readFileSync(path, "utf8");
    found.set(path, text);
    for (const [, imported = ""] of text.matchAll(IMPORTED)) open.push(resolve(dirname(path), imported));
  }
  return [...found.values()];
}

/**
 * Finds which texts of the catalogue the first page may show, from the sources in a folder: those whose keys stand in
 * its imports, whole or as the beginning of a computed key. The others may be loaded later.
 */
export function firstPageWords(source: string): (key: string) => boolean {
  const all = sourcesOf(ROOTS.map((path) => join(source, path))).join("\n");
  const keys = new Set([...all.matchAll(/"([a-zA-Z]+\.[\w.-]+)"/g)].map(([, key]) => key));
  const beginnings = [...all.matchAll(/`([a-zA-Z]+\.[\w.-]*)\$\{/g)].map(([, text = ""]) => text);
  return (key) => keys.has(key) || beginnings.some((text) => key.startsWith(text));
}
