import type { StoredObject } from "../../storage/records/objects.ts";
import type { Problem } from "../problems.ts";
import type { WriteScope } from "../scope.ts";

/**
 * Why there is no room for an object, if there is none. Making it smaller, or moving it in its account, is always possible.
 * @param former the same object as it is stored; undefined: it is new
 */
export async function spaceProblem(
  { app, tx }: Pick<WriteScope, "app" | "tx">,
  object: Pick<StoredObject, "accountId" | "calendarId" | "size">,
  former: Pick<StoredObject, "size" | "accountId"> | undefined,
): Promise<Problem | undefined> {
  const { objectsPerCalendar, objectsPerAccount, objectQuota } = app.limits;
  const isNew = former?.accountId !== object.accountId;
  const growth = object.size - (isNew ? 0 : (former?.size ?? 0));
  const { objects, bytes } = tx.usageOf(object.accountId);
  if (growth > 0 && bytes + growth > objectQuota) return { code: "object-quota-full", limit: objectQuota };
  if (!isNew) return undefined;
  if (objects >= objectsPerAccount) return { code: "too-many-objects", limit: objectsPerAccount };
  // A calendar has no more than its account, and counting one costs what it holds.
  const isFull =
    objects >= objectsPerCalendar && (await tx.objects.count(object.calendarId)) >= objectsPerCalendar;
  return isFull ? { code: "too-many-objects", limit: objectsPerCalendar } : undefined;
}
