import type { Plugin } from "vite";

const LOCALE = /\/date-fns\/locale\/(?:sv|en-GB)\.js$/;
const UNUSED = /^\s*(formatLong|formatRelative|localize|match): \1,$/gm;

/**
 * Keeps of date-fns' locales the words for distances, which is all that is asked of them: an object's parts are never
 * shaken off, and the months, weekdays and patterns that come along weigh ten times as much.
 * @throws when a locale is not written as it was, so that an update cannot bring them back unnoticed
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
