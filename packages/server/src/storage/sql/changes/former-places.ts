import { sql } from "kysely";
import type { FormerPlace } from "../../records/changes.ts";
import type { CalendarId, Modseq, ObjectId } from "../../records/ids.ts";
import type { List } from "../dialects/dialect.ts";
import type { Scope } from "../scope.ts";
import { statement } from "../statement.ts";

interface Asked {
  ids: List;
  since: Modseq;
}

/**
 * The texts on both sides of `since`: a move raises the modseq of an existing text, so either may be the one that was
 * current then.
 */
const selectTexts = statement(
  (_, p: Asked, dialect) => sql<{ id: string; calendar_id: string; icalendar: string }>`
  select object_id as id, calendar_id, icalendar from version
  where ${dialect.isIn("object_id", p.ids)} and (
    modseq = (select max(v.modseq) from version v where v.object_id = version.object_id and v.modseq <= ${p.since})
    or modseq = (select min(v.modseq) from version v where v.object_id = version.object_id and v.modseq > ${p.since})
  )`,
);

/** The first place that it left since. */
const selectLeft = statement(
  (_, p: Asked, dialect) => sql<{ id: string; calendar_id: string }>`
  select object_id as id, calendar_id from tombstone
  where ${dialect.isIn("object_id", p.ids)} and type = 'CalendarEvent' and modseq = (
    select min(t.modseq) from tombstone t
    where t.account_id = tombstone.account_id and t.type = 'CalendarEvent' and t.object_id = tombstone.object_id
      and t.modseq > ${p.since})`,
);

/** See `ChangeReads.formerPlaces`. */
export async function formerPlaces(
  scope: Scope,
  ids: readonly ObjectId[],
  since: Modseq,
): Promise<readonly FormerPlace[]> {
  if (ids.length === 0) return [];
  const asked = { ids: scope.list(ids), since };
  const texts = await scope.rows(selectTexts(scope.dialect, asked));
  const left = new Map((await scope.rows(selectLeft(scope.dialect, asked))).map((row) => [row.id, row]));
  const byId = Map.groupBy(texts, ({ id }) => id);
  return ids.map((id) => {
    const known = byId.get(id) ?? [];
    const calendarId = left.get(id)?.calendar_id ?? known[0]?.calendar_id ?? null;
    return {
      id,
      calendarId: calendarId as CalendarId | null,
      texts: known.map(({ icalendar }) => icalendar),
    };
  });
}
