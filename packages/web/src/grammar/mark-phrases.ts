import type { Meaning } from "./phrase.ts";

interface Mark {
  readonly pattern: RegExp;
  readonly mark: Extract<Meaning, { is: "mark" }>["mark"];
}

/** A name: words with capitals, and the small words between them. */
const NAME =
  "(?<word>(?:(?:the|The) )?\\p{Lu}[\\p{L}\\p{N}’'&.-]*(?: (?:(?:of|and|och|&|på|the|i) )?\\p{Lu}[\\p{L}\\p{N}’'&-]*){0,5})";

/** Values marked by a sign or a word: `@place`, "at The Red Lion", `#category`, `/calendar`, and people's addresses. */
export const MARKS: readonly Mark[] = [
  {
    pattern:
      /(?<![^\s,;(<])(?:(?:med|with|och|and)\s+)?(?<word>[^\s@,;<>()]{1,64}@[^\s@,;<>()]{1,190}\.[\p{L}\p{N}]{2,24})/iuy,
    mark: "person",
  },
  { pattern: /(?<!\S)@"(?<word>[^"]{1,200})"/uy, mark: "place" },
  { pattern: new RegExp(`(?<!\\S)@${NAME}`, "uy"), mark: "place" },
  { pattern: /(?<!\S)@(?<word>[\p{L}\p{N}][^\s]{0,100})/uy, mark: "place" },
  { pattern: new RegExp(`(?<=\\S\\s+)(?:at|på|hos|vid) ${NAME}(?![\\p{L}\\p{N}])`, "uy"), mark: "place" },
  { pattern: /(?<!\S)#(?<word>[\p{L}\p{N}][\p{L}\p{N}_-]{0,60})/uy, mark: "category" },
  { pattern: /(?<!\S)\/"(?<word>[^"]{1,200})"/uy, mark: "calendar" },
  { pattern: /(?<!\S)\/(?<word>[\p{L}][^\s/]{0,100})/uy, mark: "calendar" },
];
