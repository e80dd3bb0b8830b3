import type { Noun } from "../../port.ts";
import type { MailReads, MailWrites } from "../../port/mail.ts";
import type { PrincipalId } from "../../records/ids.ts";
import type { Scope } from "../scope.ts";
import { mailDelivery, mailHeld, mailReceived } from "../tables/messages.ts";

export function mail(scope: Scope): Noun<"mail"> {
  return { ...mailReads(scope), ...mailWrites(scope) };
}

const deliveries = (scope: Scope) =>
  scope.query.selectFrom("mail_delivery").selectAll().orderBy("created_at", "desc").orderBy("id", "desc");

const undelivered = (scope: Scope) =>
  scope.query
    .selectFrom("mail_delivery")
    .selectAll()
    .where("state", "in", ["failed", "bounced"])
    .orderBy("updated_at", "desc")
    .orderBy("id", "desc");

const heldOf = (scope: Scope, accountId: string) =>
  scope.query
    .selectFrom("mail_held")
    .where("account_id", "=", accountId)
    .orderBy("received_at", "desc")
    .orderBy("id", "desc");

async function sentSince(
  scope: Scope,
  causedBy: string,
  since: number,
  purposes: readonly string[],
  most: number,
): Promise<number> {
  const query = scope.query
    .selectFrom("mail_delivery")
    .select("id")
    .where("caused_by", "=", causedBy)
    .where("created_at", ">", since)
    .where(scope.dialect.isIn("purpose", scope.list(purposes)))
    .limit(most);
  return (await scope.rows(query)).length;
}

const causesSince =
  (scope: Scope): MailReads["causesSince"] =>
  async (since, purposes, limit) => {
    const query = scope.query
      .selectFrom("mail_delivery")
      .select((e) => ["caused_by", e.fn.countAll<number>().as("count")])
      .where("created_at", ">", since)
      .where(scope.dialect.isIn("purpose", scope.list(purposes)))
      .groupBy("caused_by")
      .orderBy("count", "desc")
      .orderBy("caused_by")
      .limit(limit);
    const rows = await scope.rows(query);
    return rows.map((row) => ({ principalId: row.caused_by as PrincipalId, count: Number(row.count) }));
  };

const heldReads = (scope: Scope): Pick<MailReads, "held" | "heldById"> => ({
  held: (accountId, limit) => scope.records(mailHeld, heldOf(scope, accountId).selectAll().limit(limit)),
  heldById: (accountId, id) =>
    scope.record(mailHeld, heldOf(scope, accountId).selectAll().where("id", "=", id)),
});

async function wasReceived(
  scope: Scope,
  ...[accountId, uid, sender, { outcome, detail }]: Parameters<MailReads["wasReceived"]>
): Promise<boolean> {
  const query = scope.query
    .selectFrom("mail_received")
    .select("id")
    .where("uid", "=", uid)
    .where("account_id", "=", accountId)
    .where("sender", "=", sender)
    .where("outcome", "=", outcome)
    .where("detail", "=", detail)
    .limit(1);
  return (await scope.row(query)) !== undefined;
}

function mailReads(scope: Scope): MailReads {
  return {
    ...heldReads(scope),
    delivery: (id) => scope.record(mailDelivery, deliveries(scope).where("id", "=", id)),
    async deliveriesOf(accountId, objectId, limit) {
      const ofAccount = deliveries(scope).where("account_id", "=", accountId).limit(limit);
      const query = objectId === null ? ofAccount : ofAccount.where("object_id", "=", objectId);
      return scope.records(mailDelivery, query);
    },
    async deliveriesTo(recipient, uid, limit) {
      const query = deliveries(scope).where("uid", "=", uid).where("recipient", "=", recipient).limit(limit);
      return scope.records(mailDelivery, query);
    },
    causesSince: causesSince(scope),
    sentSince: (...asked) => sentSince(scope, ...asked),
    deliveriesAbout: (uid, limit) =>
      scope.records(mailDelivery, deliveries(scope).where("uid", "=", uid).limit(limit)),
    async deliveriesByMessageId(messageIds) {
      if (messageIds.length === 0) return [];
      const query = deliveries(scope).where(scope.dialect.isIn("message_id", scope.list([...messageIds])));
      return scope.records(mailDelivery, query);
    },
    failed: (limit) => scope.records(mailDelivery, undelivered(scope).limit(limit)),
    async deliveriesById(ids) {
      if (ids.length === 0) return [];
      const query = deliveries(scope).where(scope.dialect.isIn("id", scope.list(ids)));
      return scope.records(mailDelivery, query);
    },
    receivedById: (id) =>
      scope.record(mailReceived, scope.query.selectFrom("mail_received").selectAll().where("id", "=", id)),
    async received(limit) {
      const query = scope.query.selectFrom("mail_received").selectAll();
      const newest = query.orderBy("at", "desc").orderBy("id", "desc").limit(limit);
      return scope.records(mailReceived, newest);
    },
    wasReceived: (...asked) => wasReceived(scope, ...asked),
    async messageIdOf(accountId, uid, method) {
      const query = scope.query
        .selectFrom("mail_received")
        .select("message_id")
        .where("uid", "=", uid)
        .where("account_id", "=", accountId)
        .where("method", "=", method)
        .where("outcome", "in", ["taken", "unchanged"])
        .where("message_id", "is not", null)
        .orderBy("at", "desc")
        .limit(1);
      return (await scope.row(query))?.message_id ?? undefined;
    },
  };
}

function mailWrites(scope: Scope): MailWrites {
  return {
    insertDelivery: async (delivery) =>
      void (await scope.run(scope.query.insertInto("mail_delivery").values(mailDelivery.row(delivery)))),
    async updateDelivery(id, fields) {
      const values = mailDelivery.changes(fields);
      await scope.run(scope.query.updateTable("mail_delivery").set(values).where("id", "=", id));
    },
    async insertReceived(received) {
      const query = scope.query
        .insertInto("mail_received")
        .values(mailReceived.row(received))
        .onConflict((conflict) => conflict.column("id").doNothing());
      return (await scope.run(query)) === 1 ? "inserted" : "duplicate";
    },
    async updateReceived(id, fields) {
      const values = mailReceived.changes(fields);
      await scope.run(scope.query.updateTable("mail_received").set(values).where("id", "=", id));
    },
    async hold(held, modseq) {
      const query = scope.query
        .insertInto("mail_held")
        .values(mailHeld.row(held))
        .onConflict((conflict) => conflict.doNothing());
      scope.touch(held.accountId, "CalendarEventNotification", modseq);
      await scope.run(query);
    },
    removeHeld: (accountId, id, modseq) => removeHeld(scope, accountId, [id], modseq),
    async trimHeld(accountId, keep, modseq) {
      const rest = heldOf(scope, accountId).select("id").limit(1_000).offset(keep);
      const ids = (await scope.rows(rest)).map(({ id }) => id);
      if (ids.length > 0) await removeHeld(scope, accountId, ids, modseq);
    },
    forgetOf: (address, of) => forgetOf(scope, address, of),
    async forget(before, limit) {
      const sent = scope.query
        .selectFrom("mail_delivery")
        .select("id")
        .where("created_at", "<", before)
        .limit(limit);
      const received = scope.query.selectFrom("mail_received").select("id").where("at", "<", before);
      return Math.max(
        await scope.run(scope.query.deleteFrom("mail_delivery").where("id", "in", sent)),
        await scope.run(scope.query.deleteFrom("mail_received").where("id", "in", received.limit(limit))),
      );
    },
  };
}

async function forgetOf(
  scope: Scope,
  address: string,
  { accountId, purpose, uid }: { readonly accountId: string; readonly purpose: string; readonly uid: string },
): Promise<void> {
  const query = scope.query.deleteFrom("mail_delivery").where("recipient", "=", address);
  await scope.run(query.where("uid", "=", uid));
  await scope.run(query.where("account_id", "=", accountId).where("purpose", "=", purpose));
  const received = scope.query.deleteFrom("mail_received").where("uid", "=", uid);
  await scope.run(received.where((e) => e(e.fn<string>("lower", ["sender"]), "=", address)));
}

async function removeHeld(
  scope: Scope,
  accountId: string,
  ids: readonly string[],
  modseq: number,
): Promise<void> {
  const query = scope.query
    .deleteFrom("mail_held")
    .where("account_id", "=", accountId)
    .where(scope.dialect.isIn("id", scope.list(ids)));
  scope.touch(accountId, "CalendarEventNotification", modseq);
  await scope.run(query);
}
