import type { Plugin } from "vite";

const LOCALE = /\/date-fns\/locale\/(?:sv|en-GB)\.js$/;
const UNUSED = /^\s*(formatLong|formatRelative|localize|match): \1,$/gm;

/**
 * Keeps only the distance words of date-fns' locales, the only part in use: bundlers never drop an object's unused
 * members, and the months, weekdays and patterns weigh ten times as much. @throws if a locale is written differently,
 * so that an update can't bring them back unnoticed
 */
export const distanceWordsPlugin = (): Plugin => ({
  name: "snart:distance-words",
  transform(code, id) {
    if (!LOCALE.test(id.split("?")[0] ?? "")) return undefined;
    const kept = code.replaceAll(UNUSED, "");
    if (code.match(UNUSED)?.length !== 4) throw new Error(`${id} is not written as it used to be`);
    return { code: kept, map: null };
  },
});
