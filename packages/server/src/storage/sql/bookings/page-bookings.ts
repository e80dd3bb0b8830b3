import { sql } from "kysely";
import type { Noun } from "../../port.ts";
import type { PageBooking } from "../../records/booking-pages.ts";
import type { Millis } from "../../records/ids.ts";
import { deleteSome } from "../delete-some.ts";
import type { Scope } from "../scope.ts";
import { pageBooking, pageBookingHost } from "../tables/booking-pages.ts";

export function pageBookings(scope: Scope): Noun<"pageBookings"> {
  const all = () => scope.query.selectFrom("page_booking").selectAll();
  const one = (query: ReturnType<typeof all>) => scope.record(pageBooking, query);
  const some = (query: ReturnType<typeof all>) =>
    scope.records(pageBooking, query.orderBy("starts_at").orderBy("id"));
  return {
    byId: (id) => one(all().where("id", "=", id)),
    byTokenHash: (tokenHash) => one(all().where("token_hash", "=", tokenHash)),
    byOnce: (pageId, once) => one(all().where("page_id", "=", pageId).where("once", "=", once)),
    ofPage(pageId, { start, end }, states) {
      const found = all()
        .where("page_id", "=", pageId)
        .where("ends_at", ">", start)
        .where("starts_at", "<", end);
      return some(states ? found.where("state", "in", states) : found);
    },
    async ofHosts(hostIds, { start, end }, states) {
      if (hostIds.length === 0) return [];
      const ids = scope.query
        .selectFrom("page_booking_host")
        .select("booking_id")
        .where(scope.dialect.isIn("host_id", scope.list(hostIds)))
        .where("ends_at", ">", start);
      const found = all().where("id", "in", ids).where("starts_at", "<", end);
      return some(states ? found.where("state", "in", states) : found);
    },
    ofTime: (timeId) => some(all().where("time_id", "=", timeId)),
    guestUids: (uids) => guestUids(scope, uids),
    madeSince: (pageId, typeId, since) =>
      some(
        all()
          .where("page_id", "=", pageId)
          .where("type_id", "=", typeId)
          .where("created_at", ">=", since)
          .where("state", "!=", "cancelled"),
      ),
    due: (now, limit) => some(all().where("delete_after", "<=", now).where("mail", "!=", "").limit(limit)),
    openOfMail: (pageId, mail, now) =>
      some(
        all()
          .where("page_id", "=", pageId)
          .where("mail", "=", mail)
          .where("ends_at", ">", now)
          .where("state", "!=", "cancelled"),
      ),
    insert: (booking) => insert(scope, booking),
    update: (id, fields) => update(scope, id, fields),
    forget: (now, limit) => forget(scope, now, limit),
  };
}

async function forget(scope: Scope, now: Millis, limit: number): Promise<number> {
  const isOver = sql`delete_after <= ${now} and mail = ''`;
  const removed = await deleteSome(scope, "page_booking", ["id"], isOver, limit);
  if (removed > 0)
    await scope.run(sql`delete from page_booking_host where booking_id not in (select id from page_booking)`);
  return removed;
}

async function guestUids(scope: Scope, uids: readonly string[]): Promise<ReadonlySet<string>> {
  if (uids.length === 0) return new Set();
  const found = scope.query
    .selectFrom("page_booking")
    .select("time_id")
    .distinct()
    .where(scope.dialect.isIn("time_id", scope.list(uids)))
    .where("mail", "!=", "");
  return new Set((await scope.rows(found)).map(({ time_id: uid }) => uid));
}

async function insert(scope: Scope, booking: PageBooking): Promise<"inserted" | "duplicate"> {
  const query = scope.query.insertInto("page_booking").values(pageBooking.row(booking));
  const written = await scope.run(query.onConflict((conflict) => conflict.doNothing()));
  if (written !== 1) return "duplicate";
  await insertHosts(scope, booking);
  return "inserted";
}

async function update(scope: Scope, id: PageBooking["id"], fields: Partial<PageBooking>): Promise<void> {
  const values = pageBooking.changes(fields);
  if (Object.keys(values).length === 0) return;
  await scope.run(scope.query.updateTable("page_booking").set(values).where("id", "=", id));
  if (fields.hosts === undefined && fields.endsAt === undefined) return;
  const all = scope.query.selectFrom("page_booking").selectAll();
  const booking = await scope.record(pageBooking, all.where("id", "=", id));
  await scope.run(scope.query.deleteFrom("page_booking_host").where("booking_id", "=", id));
  if (booking) await insertHosts(scope, booking);
}

async function insertHosts(scope: Scope, { id: bookingId, hosts, endsAt }: PageBooking): Promise<void> {
  const rows = hosts.map((hostId) => pageBookingHost.row({ hostId, bookingId, endsAt }));
  if (rows.length > 0) await scope.run(scope.query.insertInto("page_booking_host").values(rows));
}
