import { dirname, join, resolve } from "node:path";
import type { Plugin } from "vite";
import { languages } from "../../locales/src/language.ts";

/** The used part of the bundler's graph. */
interface Graph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

/** Libraries of many parts of which only some are used: each part goes into the file that uses it. */
const IN_PARTS = /\/node_modules\/(?:react-aria|react-stately|@react-|@internationalized|lucide-react)/;

const ICON = /\/lucide-react\/dist\/esm\/icons\//;

/** Reads and writes iCalendar text: imported by what the calendar needs, for functions that it does not use. */
const OF_TEXT = /\/packages\/calendar\/src\/(?:icalendar\/|recurrence\/rule\.ts$)/;

/** The modules that some modules import, directly or not, without those that are always needed whole. */
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

/**
 * The files in the order in which they take modules: each takes its modules' imports along, unless one before has
 * them.
 */
const FILES = [
  "start",
  "shared",
  "text",
  "calendar",
  "signed-out",
  "views",
  "icons",
  "common",
  "acting",
  "settings",
] as const;

/**
 * The parts that are fetched later, as src/ui/part.tsx names them: with all the actions, or when somebody goes there.
 */
const LATER = /\b(part|code|page|firstPage)\(\(\) =>\s*import\("([^"]+)"\)/g;

/** The pages for people who are not signed in, and the step after a password. */
const SIGNED_OUT = [
  ...["sign-in", "setup", "account-link", "connect-device", "restore-account"].map(
    (feature) => `features/${feature}/screen.tsx`,
  ),
  "features/sign-in/second-step-form.tsx",
];

const PHONE = "features/calendar-view/phone-page.tsx";

/** Views that may be drawn first, with their frame on a phone. */
const VIEWS = [
  PHONE,
  "features/calendar-view/columns/day-body.tsx",
  "features/month-view/screen.tsx",
  "features/soon/screen.tsx",
  "features/year-view/screen.tsx",
];

/** The code that renders every language's texts. */
const ofWords = (graph: Graph): readonly string[] =>
  languages.flatMap((language) => {
    const found = graph.getModuleInfo(`\0virtual:snart-messages/${language}`);
    return found?.importedIds ?? [];
  });

/** Whether a file is requested at once: the first page's parts beside `start`; of everything else only the styles. */
const isAskedAhead = (file: string): boolean => file.endsWith(".css") || file.startsWith("assets/shared-");

type Files = ReadonlyMap<string, (typeof FILES)[number]>;

/** @param later the modules fetched later, and whether each is a page */
function fileOfModule(source: string, later: ReadonlyMap<string, boolean>, graph: Graph): Files {
  const from = (...paths: readonly string[]) =>
    reached(
      graph,
      paths.map((path) => join(source, path)),
    );
  const calendar = from("features/calendar-view/screen.tsx");
  const ofText = [...calendar].filter((id) => OF_TEXT.test(id));
  const besideText = reached(
    graph,
    ofText.flatMap((id) => graph.getModuleInfo(id)?.importedIds ?? []),
  );
  const [signedOut, views, phone] = [from(...SIGNED_OUT), from(...VIEWS), from(PHONE)];
  const [pages, acting] = [true, false].map((isPage) =>
    reached(
      graph,
      [...later].flatMap(([id, it]) => (it === isPage ? [id] : [])),
    ),
  );
  const files = new Map<string, (typeof FILES)[number]>();
  const settings = [...later.keys()].filter((id) => id.includes("/features/settings/"));
  const ofSettings = settings.flatMap((id) => [...reached(graph, [id])]);
  for (const [id, pagesOf] of Map.groupBy(ofSettings, (it) => it))
    if (pagesOf.length > 1) files.set(id, "settings");
  for (const id of acting ?? [])
    files.set(id, views.has(id) ? "views" : pages?.has(id) ? "common" : "acting");
  for (const id of phone) files.set(id, "views");
  for (const id of signedOut) files.set(id, "signed-out");
  for (const id of calendar) files.set(id, signedOut.has(id) || besideText.has(id) ? "shared" : "calendar");
  for (const id of reached(graph, [join(source, "main.tsx"), ...ofWords(graph)])) files.set(id, "start");
  for (const id of ofText) files.set(id, "text");
  return files;
}

/**
 * Puts the modules that are fetched together into one file: the modules of every page, those that the calendar needs
 * and the signed-out pages do not, those pages, and all actions (the modules of these that views and pages need have
 * a file of their own). Many small files would be larger and need more requests.
 */
export function firstPagePlugin(source: string): Plugin {
  let files: ReadonlyMap<string, string> | undefined;
  const later = new Map<string, boolean>();
  const groups = FILES.map((name, at) => ({
    name: (id: string, graph: Graph) =>
      ((files ??= fileOfModule(source, later, graph)).get(id) ?? (ICON.test(id) ? "icons" : "")) === name
        ? name
        : null,
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
          // The names of every later part's imports weigh more than 2 kB of the first load. By the time a part is
          // requested, the service worker has it with its imports.
          resolveDependencies: (_file, imported) => imported.filter(isAskedAhead),
        },
        rolldownOptions: { output: { codeSplitting: { groups } } },
      },
    }),
    transform: {
      filter: { id: /\.tsx?$/ },
      // Each class has a separate name: classes that a file does not use are left out, and the rest stand where they
      // are used.
      handler(code, id) {
        for (const [, kind = "", path = ""] of code.matchAll(LATER))
          later.set(resolve(dirname(id), path), /page/i.test(kind));
        return {
          code: code.replaceAll(/import (\w+) from ("[^"]+\.module\.css")/g, "import * as $1 from $2"),
          map: null,
        };
      },
    },
  };
}
