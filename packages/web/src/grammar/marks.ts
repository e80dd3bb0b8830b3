import type { TypedText } from "./typed-text.ts";

/** Values marked by a sign: `@place`, `#category`, `/calendar`, and people's addresses. */
export interface Marks {
  readonly place: string | null;
  readonly categories: readonly string[];
  readonly calendar: string | null;
  /** e-mail addresses */
  readonly people: readonly string[];
}

const ADDRESS =
  /(?<![^\s,;(<])(?:(?:med|with|och|and)\s+)?(?<address>[^\s@,;<>()]{1,64}@[^\s@,;<>()]{1,190}\.[\p{L}\p{N}]{2,24})/iu;
const PLACE = /(?<!\S)@(?:"(?<quoted>[^"]{1,200})"|(?<word>[\p{L}\p{N}][^\s\uFFFC]{0,100}))/u;
const CATEGORY = /(?<!\S)#(?<name>[\p{L}\p{N}][\p{L}\p{N}_-]{0,60})/u;
const CALENDAR = /(?<!\S)\/(?:"(?<quoted>[^"]{1,200})"|(?<word>[\p{L}][^\s\uFFFC/]{0,100}))/u;
/** The most marks that are read: the rest stays in the title. */
const MOST = 20;

function takeAll(text: TypedText, pattern: RegExp, kind: "who" | "what", name: string): readonly string[] {
  const found: string[] = [];
  while (found.length < MOST) {
    const value = text.take(pattern, kind, (groups) => groups[name]);
    if (value === undefined) break;
    found.push(value);
  }
  return [...new Set(found)];
}

/** Reads the marks and strikes them out. */
export function takeMarks(text: TypedText): Marks {
  const people = takeAll(text, ADDRESS, "who", "address");
  const place = text.take(PLACE, "where", ({ quoted, word }) => quoted ?? word) ?? null;
  const calendar = text.take(CALENDAR, "what", ({ quoted, word }) => quoted ?? word) ?? null;
  return { people, place, calendar, categories: takeAll(text, CATEGORY, "what", "name") };
}
