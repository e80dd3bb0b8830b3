import type { Selectable } from "kysely";
import type { MailReads, MailWrites } from "../../port/mail.ts";
import type { ObjectId, PrincipalId } from "../../records/ids.ts";
import type { DeliveryState, MailDelivery, ReceivedMail } from "../../records/mail.ts";
import type { MailDeliveryTable, MailReceivedTable } from "../tables/messages.ts";
import type { Scope } from "../scope.ts";

export function mail(scope: Scope): MailReads & MailWrites {
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

function mailReads(scope: Scope): MailReads {
  return {
    async delivery(id) {
      const row = await scope.row(deliveries(scope).where("id", "=", id));
      return row && deliveryFromRow(row);
    },
    async deliveriesOf(accountId, objectId, limit) {
      const ofAccount = deliveries(scope).where("account_id", "=", accountId).limit(limit);
      const query = objectId === null ? ofAccount : ofAccount.where("object_id", "=", objectId);
      return (await scope.rows(query)).map(deliveryFromRow);
    },
    async deliveriesTo(recipient, uid, limit) {
      const query = deliveries(scope).where("uid", "=", uid).where("recipient", "=", recipient).limit(limit);
      return (await scope.rows(query)).map(deliveryFromRow);
    },
    async deliveriesAbout(uid, limit) {
      return (await scope.rows(deliveries(scope).where("uid", "=", uid).limit(limit))).map(deliveryFromRow);
    },
    async deliveriesByMessageId(messageIds) {
      if (messageIds.length === 0) return [];
      const query = deliveries(scope).where(scope.dialect.isIn("message_id", scope.list([...messageIds])));
      return (await scope.rows(query)).map(deliveryFromRow);
    },
    async failed(limit) {
      return (await scope.rows(undelivered(scope).limit(limit))).map(deliveryFromRow);
    },
    async deliveriesById(ids) {
      if (ids.length === 0) return [];
      const query = deliveries(scope).where(scope.dialect.isIn("id", scope.list(ids)));
      return (await scope.rows(query)).map(deliveryFromRow);
    },
    async receivedById(id) {
      const query = scope.query.selectFrom("mail_received").selectAll().where("id", "=", id);
      const row = await scope.row(query);
      return row && receivedFromRow(row);
    },
    async received(limit) {
      const query = scope.query.selectFrom("mail_received").selectAll();
      const newest = query.orderBy("at", "desc").orderBy("id", "desc").limit(limit);
      return (await scope.rows(newest)).map(receivedFromRow);
    },
    async wasReceived(accountId, uid, sender, outcome) {
      const query = scope.query
        .selectFrom("mail_received")
        .select("id")
        .where("uid", "=", uid)
        .where("account_id", "=", accountId)
        .where("sender", "=", sender)
        .where("outcome", "=", outcome)
        .limit(1);
      return (await scope.row(query)) !== undefined;
    },
  };
}

const deliveryFromRow = (row: Selectable<MailDeliveryTable>): MailDelivery => ({
  id: row.id,
  accountId: row.account_id as PrincipalId,
  purpose: row.purpose,
  objectId: row.object_id as ObjectId | null,
  uid: row.uid,
  method: row.method,
  recipient: row.recipient,
  messageId: row.message_id,
  state: row.state as DeliveryState,
  detail: row.detail,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

const receivedFromRow = (row: Selectable<MailReceivedTable>): ReceivedMail => ({
  id: row.id,
  at: row.at,
  sender: row.sender,
  subject: row.subject,
  uid: row.uid,
  method: row.method,
  accountId: row.account_id as PrincipalId | null,
  outcome: row.outcome,
  detail: row.detail,
});

function mailWrites(scope: Scope): MailWrites {
  return {
    insertDelivery: (delivery) => insertDelivery(scope, delivery),
    async updateDelivery(id, { updatedAt, ...fields }) {
      const values = { updated_at: updatedAt, ...fields };
      await scope.run(scope.query.updateTable("mail_delivery").set(values).where("id", "=", id));
    },
    insertReceived: (received) => insertReceived(scope, received),
    async updateReceived(id, { accountId, ...fields }) {
      const values = { ...fields, ...(accountId !== undefined && { account_id: accountId }) };
      await scope.run(scope.query.updateTable("mail_received").set(values).where("id", "=", id));
    },
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

async function insertDelivery(scope: Scope, delivery: MailDelivery): Promise<void> {
  await scope.run(
    scope.query.insertInto("mail_delivery").values({
      id: delivery.id,
      account_id: delivery.accountId,
      purpose: delivery.purpose,
      object_id: delivery.objectId,
      uid: delivery.uid,
      method: delivery.method,
      recipient: delivery.recipient,
      message_id: delivery.messageId,
      state: delivery.state,
      detail: delivery.detail,
      created_at: delivery.createdAt,
      updated_at: delivery.updatedAt,
    }),
  );
}

async function insertReceived(scope: Scope, received: ReceivedMail): Promise<"inserted" | "duplicate"> {
  const query = scope.query
    .insertInto("mail_received")
    .values({
      id: received.id,
      at: received.at,
      sender: received.sender,
      subject: received.subject,
      uid: received.uid,
      method: received.method,
      account_id: received.accountId,
      outcome: received.outcome,
      detail: received.detail,
    })
    .onConflict((conflict) => conflict.column("id").doNothing());
  return (await scope.run(query)) === 1 ? "inserted" : "duplicate";
}
