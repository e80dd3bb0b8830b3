/** Why nothing is made of a line. */
export type LineProblem = "noLabel" | "badEmail" | "twice" | "exists";

/** A line of a pasted list, as it is understood. */
export interface HouseholdLine {
  /** as it was pasted */
  readonly line: string;
  readonly label: string;
  /** whose it is; may be empty */
  readonly name: string;
  readonly people: readonly { readonly email: string; readonly name: string }[];
  /** absent: a household will be made */
  readonly problem?: LineProblem;
}

/** More lines than these are no house. */
export const MOST_LINES = 500;

const LABEL = /^(?:(?:lgh|lägenhet|apartment|apt|flat|nr|no)\.?\s*)?(?:\p{L}{0,2}-?)?\d[\p{L}\d/-]*/iu;
const EMAIL = /^[^\s@<>"(),:;[\]\\]{1,64}@[^\s@<>"(),:;[\]\\]+\.[^\s@<>"(),:;[\]\\]+$/u;
/** `Lotta Sand <lotta@example.org>`, or the address alone. */
const PERSON = /(?:(?<name>[^<>,;@\t]+?)\s*)?<(?<inside>[^<>\s]+)>|(?<alone>\S*@\S*)/gu;

/** Two labels that are one to the server: only letters and digits count, without what flats are called. */
export const sameLabel = (label: string): string =>
  label
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "")
    .replace(/^(?:lägenheten|lägenhet|lgh|apartment|apt|flat|nr|no)(?=\d)/u, "");

/** Reads lines such as `1101 Andersson, anna@example.org`; empty ones are passed over. */
export function readHouseholdLines(pasted: string, present: readonly string[]): readonly HouseholdLine[] {
  const known = new Set(present.map(sameLabel));
  const seen = new Set<string>();
  return pasted
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .slice(0, MOST_LINES)
    .map((line) => {
      const read = readLine(line);
      if (read.problem) return read;
      const key = sameLabel(read.label);
      const problem = seen.has(key) ? "twice" : known.has(key) ? "exists" : undefined;
      seen.add(key);
      return problem ? { ...read, problem } : read;
    });
}

function readLine(line: string): HouseholdLine {
  const label = LABEL.exec(line)?.[0] ?? "";
  const rest = line.slice(label.length);
  const people = [...rest.matchAll(PERSON)].map(({ groups = {} }) => ({
    email: (groups["inside"] ?? groups["alone"] ?? "").replace(/[.,;]+$/, ""),
    name: (groups["name"] ?? "").trim(),
  }));
  const name = rest
    .replace(PERSON, " ")
    .replace(/[,;\t]+/g, " ")
    .replace(/\s+/g, " ")
    .trim();
  const read = { line, label: label.trim(), name, people };
  if (label === "") return { ...read, problem: "noLabel" };
  return people.every(({ email }) => EMAIL.test(email)) ? read : { ...read, problem: "badEmail" };
}
