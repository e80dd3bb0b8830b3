import { readFileSync } from "node:fs";
import { join } from "node:path";
import MessageFormat from "@messageformat/core";
import compileModule from "@messageformat/core/lib/compile-module.js";
import { isServerKey } from "./server-keys.ts";
import { languages, type Language } from "./language.ts";

/** The part of Vite's plugin context and object that is used here; Vite's own type is assignable to it. */
interface PluginContext {
  addWatchFile(path: string): void;
  resolve(source: string, importer?: string): Promise<{ id: string } | null>;
}
interface MessagesPlugin {
  readonly name: string;
  resolveId(
    this: PluginContext,
    source: string,
    importer?: string,
  ): Promise<string | undefined> | string | undefined;
  load(this: PluginContext, id: string): string | undefined;
}

const prefix = "virtual:snart-messages/";
const runtime = "@messageformat/runtime";
const cataloguePath = (language: Language): string => join(import.meta.dirname, `${language}.json`);

/**
 * Gives the web app `virtual:snart-messages/<language>` and `…/<language>/later`: the catalogue of one language in two
 * parts, what the first page may say (`isFirst`) and the rest, each an ES module whose default export is an object of
 * functions. Parsing ICU MessageFormat happens at build time, so the browser carries neither parser nor `eval`.
 */
export function messagesPlugin(isFirst: (key: string) => boolean): MessagesPlugin {
  return {
    name: "snart-messages",
    resolveId(source, importer) {
      if (source.startsWith(prefix)) return `\0${source}`;
      // The compiled module has no folder of its own: its runtime is resolved from this package.
      if (source.startsWith(runtime) && importer?.startsWith(`\0${prefix}`))
        return this.resolve(source, import.meta.filename).then((found) => found?.id);
      return undefined;
    },
    load(id) {
      const language = languages.find((known) => id.startsWith(`\0${prefix}${known}`));
      const part = language && id.slice(prefix.length + 1 + language.length);
      if (!language || (part !== "" && part !== "/later")) return undefined;
      this.addWatchFile(cataloguePath(language));
      return compileCatalogue(
        language,
        forBrowsers(
          JSON.parse(readFileSync(cataloguePath(language), "utf8")),
          (key) => isFirst(key) === (part === ""),
        ),
      );
    },
  };
}

/** One part, without texts that only calendar apps see or that are in mail and on the server's own pages. */
const forBrowsers = (
  catalogue: Record<string, string>,
  isOfPart: (key: string) => boolean,
): Record<string, string> =>
  Object.fromEntries(Object.entries(catalogue).filter(([key]) => !isServerKey(key) && isOfPart(key)));

/** The source text of an ES module whose default export holds one function per message. Throws on broken ICU syntax. */
export function compileCatalogue(language: Language, catalogue: Record<string, string>): string {
  return compileModule(new MessageFormat(language), catalogue);
}
