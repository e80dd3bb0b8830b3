import { sql } from "kysely";
import type { CalendarId, Modseq, PrincipalId } from "../../records/ids.ts";
import { formerBytesOf } from "../changes/drop-former.ts";
import type { Scope } from "../scope.ts";
import { calendarParts, versionParts } from "../objects/calendar-parts.ts";
import { bury } from "../objects/former-objects.ts";
import { buryCalendar, usageOfCalendar } from "./remove-calendar.ts";
import { statement } from "../statement.ts";

interface Target {
  readonly accountId: PrincipalId;
  readonly uri: string;
  readonly modseq: Modseq;
}

const moveCalendar = statement((q, p: Target & { id: string }) =>
  q
    .updateTable("calendar")
    .set({
      account_id: p.accountId,
      uri: p.uri,
      created_modseq: p.modseq,
      modseq: p.modseq,
      content_modseq: p.modseq,
      known_from: p.modseq,
    })
    .where("id", "=", p.id),
);

const moveSubscription = statement((q, p: { id: string; accountId: string }) =>
  q.updateTable("subscription").set({ account_id: p.accountId }).where("calendar_id", "=", p.id),
);

/** Files that no other calendar's objects name count on the new account's quota. */
const moveAttachments = statement(
  (_, p: { id: string; accountId: string }) => sql`
  update attachment set account_id = ${p.accountId}
  where id in (
    select attachment_id from attachment_use join object on object.id = attachment_use.object_id
    where object.calendar_id = ${p.id}
  ) and id not in (
    select attachment_id from attachment_use join object on object.id = attachment_use.object_id
    where object.calendar_id <> ${p.id}
  )`,
);

/** Mail to guests about its objects, with the links by which they answer. */
const moveInvitations = statement((q, p: { id: string; accountId: string; from: string }) =>
  q
    .updateTable("mail_delivery")
    .set({ account_id: p.accountId })
    .where("account_id", "=", p.from)
    .where("purpose", "=", "invitation")
    .where("object_id", "in", q.selectFrom("object").select("id").where("calendar_id", "=", p.id)),
);

/** See `CalendarWrites.handOver`. */
export async function handOver(scope: Scope, id: CalendarId, leaving: Modseq, to: Target): Promise<void> {
  const { query, dialect } = scope;
  const calendar = await scope.row(query.selectFrom("calendar").selectAll().where("id", "=", id));
  if (calendar === undefined) return;
  scope.touch(calendar.account_id, "Calendar", leaving);
  scope.touch(to.accountId, "Calendar", to.modseq);
  const usage = await usageOfCalendar(scope, id);
  scope.grow(calendar.account_id, -usage.objects, -usage.bytes);
  scope.grow(to.accountId, usage.objects, usage.bytes);
  for await (const part of calendarParts(scope, id)) {
    await scope.run(bury("object", part, { modseq: leaving, isMoved: 0 }));
    await scope.run(sql`
      update object set account_id = ${to.accountId}, created_modseq = cast(${to.modseq} as bigint),
        modseq = cast(${to.modseq} as bigint)
      where ${part}`);
  }
  if (usage.objects > 0)
    for (const type of ["CalendarEvent", "Task"] as const) {
      scope.touch(calendar.account_id, type, leaving);
      scope.touch(to.accountId, type, to.modseq);
    }
  await scope.run(buryCalendar(dialect, { id, modseq: leaving }));
  await scope.run(moveCalendar(dialect, { ...to, id }));
  const given = { id, accountId: to.accountId };
  for await (const part of versionParts(scope)) {
    const given = sql<boolean>`calendar_id = ${id} and ${part}`;
    scope.grow(to.accountId, 0, 0, await formerBytesOf(scope, given));
    await scope.run(sql`update version set account_id = ${to.accountId} where ${given}`);
  }
  for (const give of [moveSubscription, moveAttachments]) await scope.run(give(dialect, given));
  await scope.run(moveInvitations(dialect, { ...given, from: calendar.account_id }));
}
