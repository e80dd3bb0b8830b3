import { sql } from "kysely";
import type { Noun } from "../../port.ts";
import type { AttachmentContent, AttachmentRecord } from "../../records/files.ts";
import type { CalendarId, Millis, ObjectId, PrincipalId } from "../../records/ids.ts";
import { removeReleased } from "./remove-attachments.ts";
import type { Scope } from "../scope.ts";
import { attachment, attachmentContent } from "../tables/files.ts";

/** Octets of one part: the amount of a file in memory while it is sent. */
const PART_SIZE = 512 * 1024;

export function attachments(scope: Scope): Noun<"attachments"> {
  return {
    byIds: (ids) => byIds(scope, ids),
    heldBy: (accountId) => heldBy(scope, accountId),
    count: (accountId) => count(scope, accountId),
    holds: (accountId, hash) => holds(scope, accountId, hash),
    part: (hash, number) => part(scope, hash, number),
    namedIn: (id, calendarIds) => namedIn(scope, id, calendarIds),
    knownTo: (objectId) => knownTo(scope, objectId),
    contents: (after, limit) => contents(scope, after, limit),
    insert: (record, bytes) => insert(scope, record, bytes),
    setNamed: (objectId, ids, now) => setNamed(scope, objectId, ids, now),
    removeReleased: (before, limit) => removeReleased(scope, before, limit),
  };
}

async function byIds(scope: Scope, ids: readonly string[]): Promise<readonly AttachmentRecord[]> {
  if (ids.length === 0) return [];
  const query = scope.query
    .selectFrom("attachment")
    .selectAll()
    .where(scope.dialect.isIn("id", scope.list(ids)))
    .orderBy("id");
  return scope.records(attachment, query);
}

/** Each content once, however many attachments of the account have it. */
async function heldBy(scope: Scope, accountId: PrincipalId): Promise<number> {
  const query = sql<{ held: number | null }>`
    select cast(sum(size) as bigint) as held
    from (select distinct hash, size from attachment where account_id = ${accountId}) as content`;
  return Number((await scope.row(query))?.held ?? 0);
}

async function count(scope: Scope, accountId: PrincipalId): Promise<number> {
  const query = scope.query
    .selectFrom("attachment")
    .select((e) => e.fn.countAll<number>().as("count"))
    .where("account_id", "=", accountId);
  return Number((await scope.row(query))?.count ?? 0);
}

async function holds(scope: Scope, accountId: PrincipalId, hash: string): Promise<boolean> {
  const query = scope.query
    .selectFrom("attachment")
    .select("id")
    .where("account_id", "=", accountId)
    .where("hash", "=", hash)
    .limit(1);
  return (await scope.row(query)) !== undefined;
}

async function part(scope: Scope, hash: string, number: number): Promise<Uint8Array | undefined> {
  const query = scope.query
    .selectFrom("attachment_part")
    .select("content")
    .where("hash", "=", hash)
    .where("number", "=", number);
  return (await scope.row(query))?.content;
}

async function namedIn(
  scope: Scope,
  id: string,
  calendarIds: readonly CalendarId[],
): Promise<readonly ObjectId[]> {
  if (calendarIds.length === 0) return [];
  const query = scope.query
    .selectFrom("attachment_use")
    .innerJoin("object", "object.id", "attachment_use.object_id")
    .select("attachment_use.object_id")
    .where("attachment_use.attachment_id", "=", id)
    .where("attachment_use.released_at", "is", null)
    .where(scope.dialect.isIn("object.calendar_id", scope.list(calendarIds)))
    .orderBy("attachment_use.object_id");
  return (await scope.rows(query)).map((row) => row.object_id as ObjectId);
}

async function knownTo(scope: Scope, objectId: ObjectId): Promise<ReadonlySet<string>> {
  const query = scope.query
    .selectFrom("attachment_use")
    .select("attachment_id")
    .where("object_id", "=", objectId);
  return new Set((await scope.rows(query)).map((row) => row.attachment_id));
}

async function contents(scope: Scope, after: string, limit: number): Promise<readonly AttachmentContent[]> {
  const query = scope.query
    .selectFrom("attachment_content")
    .selectAll()
    .where("hash", ">", after)
    .orderBy("hash")
    .limit(limit);
  return scope.records(attachmentContent, query);
}

/**
 * Writing the content's row first keeps others from removing it as unused until this transaction has recorded its
 * use.
 */
async function insert(scope: Scope, record: AttachmentRecord, bytes: Uint8Array): Promise<void> {
  const { hash, size } = record;
  const parts = Math.ceil(size / PART_SIZE);
  await scope.run(
    scope.query
      .insertInto("attachment_content")
      .values({ hash, size, parts })
      .onConflict((conflict) => conflict.column("hash").doUpdateSet({ size })),
  );
  if (parts > 0 && (await part(scope, hash, 0)) === undefined)
    for (let number = 0; number < parts; number++) {
      const content = bytes.subarray(number * PART_SIZE, (number + 1) * PART_SIZE);
      await scope.run(scope.query.insertInto("attachment_part").values({ hash, number, content }));
    }
  await scope.run(scope.query.insertInto("attachment").values(attachment.row(record)));
}

async function setNamed(
  scope: Scope,
  objectId: ObjectId,
  ids: ReadonlySet<string>,
  now: Millis,
): Promise<void> {
  const known = await byIds(scope, [...ids]);
  const list = scope.list(known.map(({ id }) => id));
  await scope.run(
    scope.query
      .updateTable("attachment_use")
      .set({ released_at: now })
      .where("object_id", "=", objectId)
      .where("released_at", "is", null)
      .where((e) => e.not(scope.dialect.isIn("attachment_id", list))),
  );
  for (const { id } of known)
    await scope.run(
      scope.query
        .insertInto("attachment_use")
        .values({ attachment_id: id, object_id: objectId, released_at: null })
        .onConflict((conflict) =>
          conflict.columns(["attachment_id", "object_id"]).doUpdateSet({ released_at: null }),
        ),
    );
}
