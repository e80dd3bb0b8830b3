import type { EventType, PageLimit, Place, Question } from "@snart/calendar/booking-page/event-type.ts";
import type { PageEventTypeRecord } from "@snart/calendar/jmap/booking-page.ts";
import type { Language } from "@snart/locales/language.ts";

/** What a form says of an event type: texts as they are typed. */
export interface TypeDraft {
  readonly en: string;
  readonly sv: string;
  /** minutes, with commas between them */
  readonly lengths: string;
  readonly every: string;
  readonly before: string;
  readonly after: string;
  /** hours */
  readonly notice: string;
  /** days; empty where it can be booked between two dates, which stay */
  readonly within: string;
  /** bookings of one host in a day; empty: any number */
  readonly mostADay: string;
  readonly seats: string;
  readonly approval: boolean;
  readonly place: "none" | "several" | Place["kind"];
  /** the address, or that of the video meeting */
  readonly where: string;
  /** hours */
  readonly cancelUntil: string;
  /** hours before, with commas between them */
  readonly reminders: string;
  /** one a line; a star at its end: it has to be answered */
  readonly questions: string;
}
export type DraftField = keyof TypeDraft;

const MINUTES = { M: 1, H: 60, D: 1_440, W: 10_080 } as const;

/** Whole minutes of a span such as PT1H30M; undefined for months, and for what is none. */
function minutesOf(span: string | undefined): number | undefined {
  const [, weeks, days, hours, minutes] =
    /^P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?)?$/.exec(span ?? "") ?? [];
  if ([weeks, days, hours, minutes].every((part) => part === undefined)) return undefined;
  return (
    Number(weeks ?? 0) * MINUTES.W +
    Number(days ?? 0) * MINUTES.D +
    Number(hours ?? 0) * 60 +
    Number(minutes ?? 0)
  );
}
const inUnits = (span: string | undefined, unit: number): string => {
  const minutes = minutesOf(span);
  return minutes === undefined ? "" : String(minutes / unit);
};
const perDay = ({ of, per }: PageLimit): boolean => of === "host" && per === "day";
const labelIn = ({ label }: Question, language: Language): string =>
  (language === "sv" ? (label.sv ?? label.en) : (label.en ?? label.sv)) ?? "";

/** An event type as a form shows it to a reader of one language. */
export function draftOf({ title, type }: PageEventTypeRecord, language: Language): TypeDraft {
  const { places = [], questions = [], horizon, change } = type;
  const [place] = places;
  return {
    en: title.en ?? "",
    sv: title.sv ?? "",
    lengths: type.lengths.map((each) => inUnits(each, 1)).join(", "),
    every: inUnits(type.start.every, 1),
    before: inUnits(type.before, 1),
    after: inUnits(type.after, 1),
    notice: inUnits(type.minNotice, 60),
    within: "within" in horizon ? inUnits(horizon.within, MINUTES.D) : "",
    mostADay: String(type.limits?.find(perDay)?.max ?? ""),
    seats: String(type.seats ?? 1),
    approval: type.approval ?? false,
    place: places.length > 1 ? "several" : (place?.kind ?? "none"),
    where: place?.kind === "address" ? place.address : place?.kind === "video" ? place.url : "",
    cancelUntil: inUnits(change?.cancelUntil, 60),
    reminders: (type.reminders ?? []).map((each) => inUnits(each, 60)).join(", "),
    questions: questions.map((each) => `${labelIn(each, language)}${each.required ? " *" : ""}`).join("\n"),
  };
}

const numbers = (text: string): readonly number[] =>
  text.split(/[\s,;]+/).flatMap((part) => (part === "" ? [] : [Number(part.replace(",", "."))]));
const isWhole = (text: string, least: number): boolean =>
  /^\d{1,5}$/.test(text.trim()) && Number(text) >= least;

/** The fields that say nothing that could be meant; the server has the last word on the rest. */
export function wrongInDraft(draft: TypeDraft): ReadonlySet<DraftField> {
  const wrong = new Set<DraftField>();
  const check = (field: DraftField, isRight: boolean): void => void (isRight || wrong.add(field));
  const lengths = numbers(draft.lengths);
  check("en", draft.en.trim() !== "" || draft.sv.trim() !== "");
  check("lengths", lengths.length > 0 && lengths.every((each) => each >= 5 && each % 5 === 0));
  check("every", isWhole(draft.every, 5) && Number(draft.every) % 5 === 0);
  for (const field of ["before", "after", "notice", "within", "cancelUntil"] as const)
    check(field, draft[field].trim() === "" || isWhole(draft[field], 0));
  check("mostADay", draft.mostADay.trim() === "" || isWhole(draft.mostADay, 1));
  check("seats", isWhole(draft.seats, 1));
  check(
    "reminders",
    numbers(draft.reminders).every((each) => Number.isInteger(each) && each > 0),
  );
  check("where", (draft.place !== "address" && draft.place !== "video") || draft.where.trim() !== "");
  return wrong;
}

/** The event type that a form means: what was not touched stays as it was, also what the form does not show. */
export function typeOfDraft(
  record: PageEventTypeRecord,
  draft: TypeDraft,
  language: Language,
): PageEventTypeRecord {
  const before = draftOf(record, language);
  const isNew = (field: DraftField): boolean => draft[field] !== before[field];
  const span = (field: "before" | "after" | "notice" | "cancelUntil", unit: "M" | "H") =>
    draft[field].trim() === "" ? undefined : `PT${Number(draft[field])}${unit}`;
  const changes: { -readonly [K in keyof EventType]?: EventType[K] | undefined } = {};
  if (isNew("lengths")) changes.lengths = numbers(draft.lengths).map((each) => `PT${each}M`);
  if (isNew("every")) changes.start = { ...record.type.start, every: `PT${Number(draft.every)}M` };
  if (isNew("before")) changes.before = span("before", "M");
  if (isNew("after")) changes.after = span("after", "M");
  if (isNew("notice")) changes.minNotice = span("notice", "H");
  if (isNew("within") && draft.within.trim() !== "")
    changes.horizon = { within: `P${Number(draft.within)}D` };
  if (isNew("mostADay")) changes.limits = limitsOf(record.type, draft.mostADay);
  if (isNew("seats")) changes.seats = Number(draft.seats);
  if (isNew("approval")) changes.approval = draft.approval;
  if (draft.place !== "several" && (isNew("place") || isNew("where"))) changes.places = placesOf(draft);
  if (isNew("cancelUntil")) changes.change = changeOf(record.type, span("cancelUntil", "H"));
  if (isNew("reminders")) changes.reminders = numbers(draft.reminders).map((each) => `PT${each}H`);
  if (isNew("questions")) changes.questions = questionsOf(record.type, draft.questions, language);
  const { en, sv } = draft;
  return {
    ...record,
    title: { ...(en.trim() !== "" && { en: en.trim() }), ...(sv.trim() !== "" && { sv: sv.trim() }) },
    type: withoutUndefined({ ...record.type, ...changes }) as EventType,
  };
}

const withoutUndefined = (fields: object): object =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

function limitsOf({ limits = [] }: EventType, most: string): readonly PageLimit[] {
  const others = limits.filter((each) => !perDay(each));
  return most.trim() === "" ? others : [...others, { max: Number(most), of: "host", per: "day" }];
}

const changeOf = ({ change }: EventType, cancelUntil: string | undefined): EventType["change"] =>
  withoutUndefined({ ...change, cancelUntil, moveUntil: cancelUntil ?? change?.moveUntil });

function placesOf({ place, where }: TypeDraft): readonly Place[] {
  switch (place) {
    case "none":
    case "several":
      return [];
    case "address":
      return [{ kind: place, address: where.trim() }];
    case "video":
      return [{ kind: place, url: where.trim() }];
    case "phone":
    case "askGuest":
      return [{ kind: place }];
  }
}

/** A question whose words stayed keeps its kind and its words in the other language. */
function questionsOf({ questions = [] }: EventType, text: string, language: Language): readonly Question[] {
  return text.split("\n").flatMap((line): Question[] => {
    const required = /\*\s*$/.test(line);
    const words = line.replace(/\*\s*$/, "").trim();
    if (words === "") return [];
    const known = questions.find((each) => labelIn(each, language) === words);
    const label = language === "sv" ? { sv: words } : { en: words };
    return [known ? { ...known, required } : { kind: "text", label, required }];
  });
}
