import type { PageEventTypeRecord } from "@snart/calendar/jmap/booking-page.ts";

/** What somebody else has made of something meanwhile, as far as it was shown; `gone`: they have removed it. */
export type Meanwhile<T> = T | "gone" | undefined;

type Fields = Readonly<Record<string, unknown>>;

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** The names of the fields that two people have both changed since `base`, each otherwise. */
export const bothChanged = (base: Fields, mine: Fields, theirs: Fields): readonly string[] =>
  namesOf(base, mine, theirs).filter(
    (name) =>
      !isSame(base[name], mine[name]) &&
      !isSame(base[name], theirs[name]) &&
      !isSame(mine[name], theirs[name]),
  );

/** What others have now, with what was changed of `base` here on top. */
export const onTopOf = (base: Fields, mine: Fields, theirs: Fields): Fields =>
  Object.fromEntries(
    namesOf(base, mine, theirs).flatMap((name) => {
      const value = isSame(base[name], mine[name]) ? theirs[name] : mine[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );

const namesOf = (...all: readonly Fields[]): readonly string[] => [...new Set(all.flatMap(Object.keys))];

/** An event type as one row of fields: each of its rules can be changed by itself. */
const fieldsOf = ({ title, description, type }: PageEventTypeRecord): Fields => ({
  ...type,
  "the title": title,
  "the description": description,
});

/** Whether two people have changed the same field of an event type, each otherwise. */
export const isContested = (
  base: PageEventTypeRecord,
  mine: PageEventTypeRecord,
  theirs: PageEventTypeRecord,
): boolean => bothChanged(fieldsOf(base), fieldsOf(mine), fieldsOf(theirs)).length > 0;

/** The event type that others have now, with what was changed of `base` here on top. */
export function mergedType(
  base: PageEventTypeRecord,
  mine: PageEventTypeRecord,
  theirs: PageEventTypeRecord,
): PageEventTypeRecord {
  const merged = onTopOf(fieldsOf(base), fieldsOf(mine), fieldsOf(theirs));
  const { "the title": title, "the description": description, ...type } = merged;
  return { id: theirs.id, title, description, type } as unknown as PageEventTypeRecord;
}

/** Whether what somebody else has made of a thing is what was shown already. */
export const isTold = <T>(told: Meanwhile<T>, now: Meanwhile<T>): boolean =>
  told !== undefined && isSame(told, now);
