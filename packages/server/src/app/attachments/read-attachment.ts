import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { ReadTransaction } from "../../storage/port.ts";
import type { AttachmentRecord } from "../../storage/records/files.ts";
import type { PrincipalId } from "../../storage/records/ids.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import { grantAll } from "../grants.ts";
import { mayReadWhole } from "../objects/object-rights.ts";
import type { Problem } from "../problems.ts";
import { readStored } from "../objects/read-stored.ts";

export interface ReadAttachment {
  readonly record: AttachmentRecord;
  /** Its bytes, piece by piece, each read on demand. */
  readonly content: () => AsyncGenerator<Uint8Array<ArrayBuffer>>;
}

/**
 * An attachment for people who may read an object that names it, in one account or in any; for everybody else it does
 * not exist.
 */
export function readAttachment(
  app: App,
  actor: Actor,
  id: string,
  accountId?: PrincipalId,
): Promise<Result<ReadAttachment, Problem>> {
  return app.storage.read(async (tx) => {
    const record = await readableAttachment(tx, actor, id, accountId);
    return record
      ? ok({ record, content: () => contentOf(app, record) })
      : failed({ code: "attachment-not-found" });
  });
}

/** The attachment, if the actor may now read an object that names it. */
export async function readableAttachment(
  tx: ReadTransaction,
  actor: Actor,
  id: string,
  accountId?: PrincipalId,
): Promise<AttachmentRecord | undefined> {
  const [record] = await tx.attachments.byIds([id]);
  if (!record) return undefined;
  const all = await grantAll(tx, actor);
  const inAccount = all.filter(({ calendar }) => accountId === undefined || calendar.accountId === accountId);
  const grants = new Map(inAccount.map((grant) => [grant.calendar.id, grant]));
  for (const objectId of await tx.attachments.namedIn(id, [...grants.keys()])) {
    const stored = await tx.objects.byId(objectId);
    const grant = stored && grants.get(stored.calendarId);
    if (grant && mayReadWhole(grant, readStored(stored), stored.creatorId)) return record;
  }
  return undefined;
}

async function* contentOf(app: App, record: AttachmentRecord): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let sent = 0;
  for (let number = 0; sent < record.size; number++) {
    const part = await app.storage.read((tx) => tx.attachments.part(record.hash, number));
    if (!part) throw new Error(`attachment ${record.id} ends after ${sent} of ${record.size} bytes`);
    sent += part.byteLength;
    yield part as Uint8Array<ArrayBuffer>;
  }
}
