import type { CollectionChanges } from "../../records/changes.ts";
import type { CalendarId, Modseq } from "../../records/ids.ts";
import type { ListedObject } from "../../records/objects.ts";
import { type Change, changePage, type ChangeSource, merged, type Place } from "./change-page.ts";
import type { Scope } from "../scope.ts";
import { limitOf, statement } from "../statement.ts";
import { listedObject } from "../tables/objects.ts";

interface MemberChange extends Change {
  readonly uri: string;
  /** The present object; absent: there is none any more. */
  readonly head?: ListedObject;
}

interface Window {
  calendarId: string;
  /** The modseq of which members with names up to `within` are known. */
  next: Modseq;
  within: string;
  after: Modseq;
  upTo: Modseq;
  limit: number;
}

const UNBOUNDED = Number.MAX_SAFE_INTEGER;

/** See `ChangeReads.inCalendar`. A missing calendar answers "too-old". */
export async function changesInCalendar(
  scope: Scope,
  calendarId: CalendarId,
  { since, within }: Place,
  limit: number,
): Promise<CollectionChanges | "too-old"> {
  const state = await scope.row(selectState(scope.dialect, { calendarId }));
  const known = within === "" ? since : since + 1;
  if (state === undefined || known > state.account_modseq) return "too-old";
  if (known > 0 && since < state.forgotten_modseq) return "too-old";
  const place = { since, within };
  const source: ChangeSource<MemberChange> = async (after, upTo, most) =>
    merged(await members(scope, calendarId, place, IN_ANY_ORDER, { after, upTo, limit: most }), most);
  const divided = {
    first: async (modseq: Modseq, most: number) => {
      const only = { after: modseq - 1, upTo: modseq, limit: most };
      return (await members(scope, calendarId, place, BY_NAME, only)).flat().toSorted(byName).slice(0, most);
    },
    keyOf: ({ uri }: MemberChange) => uri,
  };
  const page = await changePage(source, divided, since, limit, state.forgotten_modseq);
  return {
    newModseq: page.upTo ?? Math.max(known, state.content_modseq),
    ...(page.within !== undefined && { newWithin: page.within }),
    hasMore: page.upTo !== null,
    changed: page.changes.flatMap(({ head }) => head ?? []),
    removed: page.changes.flatMap(({ head, uri }) => (head ? [] : [uri])),
  };
}

/** See `ChangeReads.removedFromCalendar`. */
export async function removedFromCalendar(
  scope: Scope,
  calendarId: CalendarId,
  { since, within }: Place,
): Promise<readonly string[]> {
  const bounds = { after: since, upTo: UNBOUNDED, limit: UNBOUNDED };
  const window = { calendarId, next: since + 1, within, ...bounds };
  return (await scope.rows(IN_ANY_ORDER.removed(scope.dialect, window))).map(({ uri }) => uri);
}

/** As the databases compare texts. */
const byName = (a: MemberChange, b: MemberChange): number =>
  Buffer.compare(Buffer.from(a.uri), Buffer.from(b.uri));

/** Most clients ask again before anybody has written. */
const selectState = statement(
  (q, p: { calendarId: string }) =>
    q
      .selectFrom("calendar")
      .innerJoin("principal", "principal.id", "calendar.account_id")
      .select(["calendar.content_modseq", "principal.modseq as account_modseq", "principal.forgotten_modseq"])
      .where("calendar.id", "=", p.calendarId),
  { isRemembered: true },
);

/** What has changed and what has gone: two lists, each in order of modseq. */
async function members(
  scope: Scope,
  calendarId: string,
  { since, within }: Place,
  { changed: selectChanged, removed: selectRemoved }: typeof IN_ANY_ORDER,
  {
    after,
    upTo,
    limit,
  }: { readonly after: Modseq; readonly upTo: Modseq | null; readonly limit: number | null },
): Promise<readonly [MemberChange[], MemberChange[]]> {
  const bounds = { after, upTo: upTo ?? UNBOUNDED, limit: limit ?? UNBOUNDED };
  const window = { calendarId, next: since + 1, within, ...bounds };
  const changed = await scope.values<ChangedValues>(selectChanged(scope.dialect, window));
  const heads = changed.map((values): MemberChange => {
    const head = listedObject.readValues(values);
    return { modseq: values.at(-1) as number, uri: head.uri, head };
  });
  // A new client knows of nothing that could be gone.
  const isFirst = since === 0 && within === "";
  return [heads, isFirst ? [] : await scope.rows(selectRemoved(scope.dialect, window))];
}

/** The listed columns, followed by the modseq. */
type ChangedValues = readonly [...listed: unknown[], modseq: number];

const selectChanged = (isByName: boolean) =>
  statement((q, p: Window) => {
    const rows = q
      .selectFrom("object")
      .select([...listedObject.names, "modseq"])
      .where("calendar_id", "=", p.calendarId)
      .where("modseq", ">", p.after)
      .where("modseq", "<=", p.upTo)
      .where((e) => e.or([e("modseq", ">", p.next), e("uri", ">", p.within)]))
      .orderBy("modseq");
    return (isByName ? rows.orderBy("uri") : rows).limit(limitOf(p.limit));
  });

/**
 * Places where something was removed and nothing is now, also if it was created after the client's state: a client that created
 * or listed it knows it without a newer token (RFC 6578 §3.5.2). A place where something was removed several times stands at
 * the last of them, so that no two pages name it.
 */
const selectRemoved = (isByName: boolean) =>
  statement((q, p: Window) => {
    const rows = q
      .selectFrom("tombstone")
      .select((e) => ["uri", e.fn.max("modseq").as("modseq")])
      .where("calendar_id", "=", p.calendarId)
      .where("type", "=", "CalendarEvent")
      .where("modseq", ">", p.after)
      .where((e) => e.or([e("modseq", ">", p.next), e("uri", ">", p.within)]))
      .where((e) =>
        e.not(
          e.exists(
            e
              .selectFrom("object")
              .select("object.id")
              .whereRef("object.calendar_id", "=", "tombstone.calendar_id")
              .whereRef("object.uri", "=", "tombstone.uri"),
          ),
        ),
      )
      .groupBy("uri")
      .having((e) => e(e.fn.max("modseq"), "<=", p.upTo))
      .orderBy((e) => e.fn.max("modseq"));
    return (isByName ? rows.orderBy("uri") : rows).limit(limitOf(p.limit));
  });

const IN_ANY_ORDER = { changed: selectChanged(false), removed: selectRemoved(false) };
/** Costs a sort of what one transaction made: only to divide it. */
const BY_NAME = { changed: selectChanged(true), removed: selectRemoved(true) };
