import { failed, ok } from "@snart/calendar/result.ts";
import * as v from "valibot";
import { downloadBlob, uploadBlob } from "../../app/blobs.ts";
import type { PrincipalId } from "../../app/types.ts";
import { accountMethod } from "../method.ts";
import { setErrorOf } from "../problem.ts";
import { couldBeId, id, idList } from "../standard/arguments.ts";
import { tooManyInGet } from "../standard/get.ts";
import { CORE } from "../wire/capabilities.ts";
import type { SetError } from "../wire/errors.ts";

const schema = v.strictObject({ fromAccountId: id, accountId: id, blobIds: idList });

/** Blob/copy (RFC 8620 §6.3): uploads of one account into another. */
export const blobCopy = accountMethod(CORE, schema, async (context, account, args) => {
  const { app, actor } = context;
  const from = (await context.accounts()).find((one) => one.id === args.fromAccountId);
  if (!from) return failed({ type: "fromAccountNotFound" });
  if (args.blobIds.length > app.limits.maxObjectsInSet)
    return failed(tooManyInGet(app.limits.maxObjectsInSet));
  const copied = new Map<string, string>();
  const notCopied = new Map<string, SetError>();
  for (const blobId of new Set(args.blobIds)) {
    const found = couldBeId(blobId) ? await downloadBlob(app, actor, from.id, blobId) : undefined;
    if (!found?.ok) {
      notCopied.set(blobId, { type: "notFound" });
      continue;
    }
    const { record, content } = found.value;
    // It is there already: a copy that is written again could fill the disk with a short request.
    if (from.id === account.id) {
      copied.set(blobId, record.id);
      continue;
    }
    const kept = await uploadBlob(app, actor, account.id satisfies PrincipalId, record.type, content());
    if (kept.ok) copied.set(blobId, kept.value.id);
    else
      notCopied.set(
        blobId,
        kept.problem.code === "not-found" ? { type: "forbidden" } : setErrorOf(kept.problem),
      );
  }
  const orNull = (map: ReadonlyMap<string, unknown>) => (map.size > 0 ? Object.fromEntries(map) : null);
  return ok({
    fromAccountId: from.id,
    accountId: account.id,
    copied: orNull(copied),
    notCopied: orNull(notCopied),
  });
});
