/**
 * What a phrase needs beside it if it could be other words too: a phrase of time (`beside`), a day before it
 * (`afterDay`), or that or the end of the text (`end`), or the end of a text that names a day anywhere (`endOfDay`).
 */
export type Needs = "nothing" | "beside" | "afterDay" | "end" | "endOfDay";

export type Groups = Readonly<Record<string, string | undefined>>;

/** What a row of a table reads at one place. */
export interface Row<T, C = undefined> {
  readonly pattern: RegExp;
  /** undefined rejects the match */
  readonly read: (groups: Groups, context: C) => T | undefined;
  /** that of the phrase, if it may be other words too */
  readonly needs?: Needs;
}

/** A match of a row. */
export interface Found<T> {
  readonly needs: Needs;
  readonly to: number;
  readonly value: T;
}

/** All rows that match at a place. */
export function findAll<T, C>(
  rows: readonly Row<T, C>[],
  text: string,
  at: number,
  context: C,
): readonly Found<T>[] {
  const found: Found<T>[] = [];
  for (const { pattern, read, needs = "nothing" } of rows) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (!match || match[0].length === 0) continue;
    const value = read(match.groups ?? {}, context);
    if (value !== undefined) found.push({ needs, to: at + match[0].length, value });
  }
  return found;
}

/** The longest of the matches, the first of equals. */
export const longest = <F extends { readonly to: number }>(found: readonly F[]): F | undefined =>
  found.reduce<F | undefined>((best, it) => (best && best.to >= it.to ? best : it), undefined);
