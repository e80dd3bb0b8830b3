import { sql } from "kysely";
import type { Calendar } from "../../records/calendars.ts";
import type { AccountUsage } from "../../records/people.ts";
import type { Removal } from "../../records/objects.ts";
import { publicLinks } from "../feeds/public-links.ts";
import type { Scope } from "../scope.ts";
import { bury, keepTextsOf } from "../objects/former-objects.ts";
import { buryOwnPartsIn } from "../objects/own-parts.ts";
import { calendarParts } from "../objects/calendar-parts.ts";
import { removePartFromSearch } from "../objects/search.ts";
import { statement } from "../statement.ts";
import { calendar, calendarView, share, keptCalendar } from "../tables/calendars.ts";

export const buryCalendar = statement((_, p: { id: string; modseq: number }) =>
  bury("calendar", sql<boolean>`id = ${p.id}`, { modseq: p.modseq, isMoved: 0 }),
);

/** Moves it into the trash, with its shares, links and views. */
async function keepCalendar(scope: Scope, gone: Calendar, { modseq, now, actorId }: Removal): Promise<void> {
  const views = scope.query.selectFrom("calendar_view").selectAll().where("calendar_id", "=", gone.id);
  const shares = scope.query.selectFrom("share").selectAll().where("calendar_id", "=", gone.id);
  const { id, accountId } = gone;
  const content = {
    calendar: gone,
    links: await publicLinks(scope).ofCalendars([id]),
    shares: await scope.records(share, shares),
    views: (await scope.records(calendarView, views)).map(({ principalId, view }) => ({ principalId, view })),
  };
  const values = keptCalendar.row({ id, accountId, modseq, removedAt: now, removedBy: actorId, content });
  await scope.run(
    scope.query
      .insertInto("trashed_calendar")
      .values(values)
      .onConflict((conflict) => conflict.column("id").doUpdateSet(values)),
  );
}

/** The room that a calendar's objects take. */
export async function usageOfCalendar(scope: Scope, id: string): Promise<Omit<AccountUsage, "formerBytes">> {
  const query = sql<{ objects: number | bigint; bytes: number | bigint }>`
    select count(*) as objects, cast(coalesce(sum(size), 0) as bigint) as bytes from object where calendar_id = ${id}`;
  const { objects = 0, bytes = 0 } = (await scope.row(query)) ?? {};
  return { objects: Number(objects), bytes: Number(bytes) };
}

/** See `CalendarWrites.remove`; shares and views go with it. */
export async function removeCalendar(
  scope: Scope,
  id: string,
  { modseq, now, actorId }: Removal,
): Promise<void> {
  const { query, dialect } = scope;
  const gone = await scope.record(calendar, query.selectFrom("calendar").selectAll().where("id", "=", id));
  if (gone === undefined) return;
  // A feed's calendar is subscribed to again instead; it would come back without its feed.
  if (!gone.isReadOnly) await keepCalendar(scope, gone, { modseq, now, actorId });
  scope.touch(gone.accountId, "Calendar", modseq);
  const { objects: count, bytes } = await usageOfCalendar(scope, id);
  scope.grow(gone.accountId, -count, -bytes, bytes);
  for await (const part of calendarParts(scope, id)) {
    const kept = keepTextsOf(part, { now, actorId, wasRemoved: 1 });
    await scope.run(sql`${kept} on conflict (object_id, modseq) do nothing`);
    await scope.run(bury("object", part, { modseq, isMoved: 0 }));
    await removePartFromSearch(scope, part);
    await buryOwnPartsIn(scope, part);
    await scope.run(sql`delete from object where ${part}`);
  }
  if (count > 0)
    for (const type of ["CalendarEvent", "Task"] as const) scope.touch(gone.accountId, type, modseq);
  await scope.run(buryCalendar(dialect, { id, modseq }));
  await scope.run(query.deleteFrom("calendar").where("id", "=", id));
}
