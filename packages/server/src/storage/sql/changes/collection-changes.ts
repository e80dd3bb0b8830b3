import type { CollectionChanges } from "../../records/changes.ts";
import type { CalendarId, Modseq } from "../../records/ids.ts";
import type { ListedObject } from "../../records/objects.ts";
import { type Change, changePage, type ChangeSource, merged } from "./change-page.ts";
import type { Scope } from "../scope.ts";
import { limitOf, statement } from "../statement.ts";
import { listedObject } from "../tables/objects.ts";

interface MemberChange extends Change {
  /** The present object, or the uri if there is none any more. */
  readonly head?: ListedObject;
  readonly removedUri?: string;
}

interface Window {
  calendarId: string;
  since: Modseq;
  after: Modseq;
  upTo: Modseq;
  limit: number;
}

const UNBOUNDED = Number.MAX_SAFE_INTEGER;

/** See `ChangeReads.inCalendar`. A missing calendar answers "too-old". */
export async function changesInCalendar(
  scope: Scope,
  calendarId: CalendarId,
  since: Modseq,
  limit: number,
): Promise<CollectionChanges | "too-old"> {
  const state = await scope.row(selectState(scope.dialect, { calendarId }));
  if (state === undefined || since > state.account_modseq) return "too-old";
  if (since > 0 && since < state.forgotten_modseq) return "too-old";
  const page = await changePage(members(scope, calendarId, since), since, limit, state.forgotten_modseq);
  return {
    newModseq: page.upTo ?? Math.max(since, state.content_modseq),
    hasMore: page.upTo !== null,
    changed: page.changes.flatMap(({ head }) => (head === undefined ? [] : [head])),
    removed: [
      ...new Set(page.changes.flatMap(({ removedUri }) => (removedUri === undefined ? [] : [removedUri]))),
    ],
  };
}

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

function members(scope: Scope, calendarId: string, since: Modseq): ChangeSource<MemberChange> {
  return async (after, upTo, limit) => {
    const window = { calendarId, since, after, upTo: upTo ?? UNBOUNDED, limit: limit ?? UNBOUNDED };
    const changed = await scope.values<ChangedValues>(selectChanged(scope.dialect, window));
    // A new client knows of nothing that could be gone.
    const removed = since === 0 ? [] : await scope.rows(selectRemoved(scope.dialect, window));
    return merged<MemberChange>(
      [
        changed.map((values) => ({
          modseq: values.at(-1) as number,
          head: listedObject.readValues(values),
        })),
        removed.map((row) => ({ modseq: row.modseq, removedUri: row.uri })),
      ],
      limit,
    );
  };
}

/** The listed columns, followed by the modseq. */
type ChangedValues = readonly [...listed: unknown[], modseq: number];

const selectChanged = statement((q, p: Window) =>
  q
    .selectFrom("object")
    .select([...listedObject.names, "modseq"])
    .where("calendar_id", "=", p.calendarId)
    .where("modseq", ">", p.after)
    .where("modseq", "<=", p.upTo)
    .orderBy("modseq")
    .limit(limitOf(p.limit)),
);

/**
 * Places where something was removed and nothing is now, also if it was created after `since`: a client that created
 * or listed it knows it without a newer token (RFC 6578 §3.5.2). A place where something was removed several times stands at
 * the last of them, so that no two pages name it.
 */
const selectRemoved = statement((q, p: Window) =>
  q
    .selectFrom("tombstone")
    .select((e) => ["uri", e.fn.max("modseq").as("modseq")])
    .where("calendar_id", "=", p.calendarId)
    .where("type", "=", "CalendarEvent")
    .where("modseq", ">", p.after)
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
    .orderBy((e) => e.fn.max("modseq"))
    .limit(limitOf(p.limit)),
);
