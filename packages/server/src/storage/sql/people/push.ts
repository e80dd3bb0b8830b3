import type { Selectable } from "kysely";
import type { PushReads, PushWrites } from "../../port/notifications.ts";
import type { Millis, PrincipalId } from "../../records/ids.ts";
import type { PushSubscription } from "../../records/notifications.ts";
import type { PushSubscriptionTable } from "../tables/people.ts";
import type { Scope } from "../scope.ts";

export function push(scope: Scope): PushReads & PushWrites {
  const all = () => scope.query.selectFrom("push_subscription").selectAll();
  return {
    async byId(id) {
      const row = await scope.row(all().where("id", "=", id));
      return row && fromRow(row);
    },
    ofPrincipal: async (principalId) =>
      (await scope.rows(all().where("principal_id", "=", principalId).orderBy("id"))).map(fromRow),
    live: async (now) =>
      (await scope.rows(all().where("is_verified", "=", 1).where("expires_at", ">", now).orderBy("id"))).map(
        fromRow,
      ),
    insert: (subscription) => insert(scope, subscription),
    update: (id, fields) => update(scope, id, fields),
    remove: (principalId, id) => remove(scope, principalId, id),
  };
}

const fromRow = (row: Selectable<PushSubscriptionTable>): PushSubscription => ({
  id: row.id,
  principalId: row.principal_id as PrincipalId,
  deviceClientId: row.device_client_id,
  url: row.url,
  keys: row.keys === null ? null : (JSON.parse(row.keys) as PushSubscription["keys"]),
  verificationCode: row.verification_code,
  isVerified: row.is_verified === 1,
  expiresAt: row.expires_at,
  types: row.types === null ? null : (JSON.parse(row.types) as readonly string[]),
  createdAt: row.created_at,
  signedInBy: JSON.parse(row.signed_in_by) as PushSubscription["signedInBy"],
});

const textOrNull = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));

async function insert(scope: Scope, subscription: PushSubscription): Promise<void> {
  await scope.run(
    scope.query.insertInto("push_subscription").values({
      id: subscription.id,
      principal_id: subscription.principalId,
      device_client_id: subscription.deviceClientId,
      url: subscription.url,
      keys: textOrNull(subscription.keys),
      verification_code: subscription.verificationCode,
      is_verified: subscription.isVerified ? 1 : 0,
      expires_at: subscription.expiresAt,
      types: textOrNull(subscription.types),
      created_at: subscription.createdAt,
      signed_in_by: JSON.stringify(subscription.signedInBy),
    }),
  );
}

async function update(
  scope: Scope,
  id: string,
  {
    isVerified,
    expiresAt,
    types,
  }: { isVerified?: boolean; expiresAt?: Millis; types?: readonly string[] | null },
): Promise<void> {
  const values = {
    ...(isVerified !== undefined && { is_verified: isVerified ? 1 : 0 }),
    ...(expiresAt !== undefined && { expires_at: expiresAt }),
    ...(types !== undefined && { types: textOrNull(types) }),
  };
  if (Object.keys(values).length === 0) return;
  await scope.run(scope.query.updateTable("push_subscription").set(values).where("id", "=", id));
}

async function remove(scope: Scope, principalId: PrincipalId, id: string): Promise<boolean> {
  const query = scope.query
    .deleteFrom("push_subscription")
    .where("principal_id", "=", principalId)
    .where("id", "=", id);
  return (await scope.run(query)) > 0;
}
