import type { ReadObject } from "../objects/read-stored.ts";
import { enqueueMessages } from "../scheduling/outgoing.ts";
import { movedElsewhere, type MovedCopy } from "../scheduling/moved-elsewhere.ts";
import { planRemoval } from "../scheduling/plan-write.ts";
import type { WriteScope } from "../scope.ts";
import { inviteBookables } from "../bookables/invite-bookables.ts";
import { storeCopies, storeObject } from "./store-object.ts";

/**
 * What a removal means for others: a meeting is cancelled and an invitation declined (RFC 6638 §3.2.1.3, §3.2.2.3), unless
 * the actor has moved it to a calendar of another account. Call `removed` once the object is gone.
 */
export async function planEnd(
  scope: WriteScope,
  current: ReadObject,
): Promise<{ readonly removed: () => Promise<void> }> {
  const copy = await movedElsewhere(scope, current);
  if (copy) return { removed: () => takeOver(scope, current, copy) };
  const { messages, copies } = await inviteBookables(scope, undefined, await planRemoval(scope, current));
  return {
    removed: async () => {
      await enqueueMessages(scope, current.stored.id, messages);
      await storeCopies(copies);
    },
  };
}

/** The copy is the meeting from now on: its guests hear what is different, and their answers come to it. */
async function takeOver(
  scope: WriteScope,
  takesOver: ReadObject,
  { object: copy, grant, isSettled }: MovedCopy,
): Promise<void> {
  if (isSettled) return;
  const { uri, accountId, icalendar: text } = copy.stored;
  const modseq = await scope.tx.lockAccount(accountId);
  const scheduling = { ...scope.scheduling, keepAnswers: true, takesOver };
  const there = { ...scope, accountId, modseq, scheduling };
  const target = { uri, current: copy, isWhole: true } as const;
  const stored = await storeObject(there, grant, target, { object: copy.object, text });
  if (!stored.ok) throw new Error(`a moved meeting could not be taken over: ${stored.problem.code}`);
}
