import type { Plugin } from "vite";
import { languages } from "../../locales/src/language.ts";

/** What of the bundler's graph is asked for. */
interface Graph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

/** Libraries of many parts of which only some are used: each part goes where it is used. */
const IN_PARTS = /\/node_modules\/(?:react-aria|react-stately|@react-|@internationalized|lucide-react)/;

/** Reads and writes iCalendar text: imported by what the calendar needs, for functions that it does not use. */
const OF_TEXT = /\/packages\/calendar\/src\/(?:icalendar\/|recurrence\/rule\.ts$)/;

/** What some modules import, directly or not, of what is always needed whole. */
function reached(graph: Graph, from: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>();
  const open = [...from];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (found.has(id) || IN_PARTS.test(id)) continue;
    found.add(id);
    if (!OF_TEXT.test(id)) open.push(...(graph.getModuleInfo(id)?.importedIds ?? []));
  }
  return found;
}

/** In the order in which they take modules: each takes along what those import, unless one before has it. */
const FILES = ["start", "shared", "text", "calendar"] as const;

/** What the words of every language are put together with. */
const ofWords = (graph: Graph): readonly string[] =>
  languages.flatMap((language) => {
    const found = graph.getModuleInfo(`\0virtual:snart-messages/${language}`);
    return found?.importedIds ?? [];
  });

/** What the first page consists of beside `start` is asked for at once; of all else only what it looks like. */
const isAskedAhead = (file: string): boolean => file.endsWith(".css") || file.startsWith("assets/shared-");

function fileOfModule(source: string, graph: Graph): ReadonlyMap<string, (typeof FILES)[number]> {
  const at = (path: string): string => `${source}/${path}`;
  const calendar = reached(graph, [at("features/calendar-view/screen.tsx")]);
  const ofText = [...calendar].filter((id) => OF_TEXT.test(id));
  const elsewhere = reached(graph, [
    at("features/sign-in/screen.tsx"),
    at("features/setup/screen.tsx"),
    ...ofText.flatMap((id) => graph.getModuleInfo(id)?.importedIds ?? []),
  ]);
  const files = new Map<string, (typeof FILES)[number]>();
  for (const id of calendar) files.set(id, elsewhere.has(id) ? "shared" : "calendar");
  for (const id of reached(graph, [at("main.tsx"), ...ofWords(graph)])) files.set(id, "start");
  for (const id of ofText) files.set(id, "text");
  return files;
}

/**
 * Puts what is fetched together into one file: what every page needs, and what the calendar needs beside that and the
 * pages for the signed-out do not. In many small files it weighs more and is asked for in more steps.
 */
export function firstPagePlugin(source: string): Plugin {
  let files: ReadonlyMap<string, string> | undefined;
  const groups = FILES.map((name, at) => ({
    name: (id: string, graph: Graph) =>
      (files ??= fileOfModule(source, graph)).get(id) === name ? name : null,
    debugName: name,
    priority: FILES.length - at,
  }));
  return {
    name: "snart:first-page",
    apply: "build",
    config: () => ({
      build: {
        modulePreload: {
          // Every browser that this is built for knows it by itself.
          polyfill: false,
          // The names of all that each later part imports weigh more than 2 kB of the first load. By the time somebody
          // asks for such a part, the service worker has it and what it imports.
          resolveDependencies: (_file, imported) => imported.filter(isAskedAhead),
        },
        rolldownOptions: { output: { codeSplitting: { groups } } },
      },
    }),
    transform: {
      filter: { id: /\.tsx?$/ },
      // Each class by a name of its own: what a file does not use is left out, and the rest stands where it is used.
      handler: (code) => ({
        code: code.replaceAll(/import (\w+) from ("[^"]+\.module\.css")/g, "import * as $1 from $2"),
        map: null,
      }),
    },
  };
}
