import type { Property } from "@snart/calendar/icalendar/component.ts";
import { addressKey } from "@snart/calendar/scheduling/attendee.ts";
import { noteOf } from "@snart/calendar/scheduling/sign-up/place.ts";
import type { PlaceMove } from "@snart/calendar/scheduling/sign-up/assign-places.ts";
import type { ObjectId } from "../../storage/records/ids.ts";
import { routeOf } from "../principal-address.ts";
import type { WriteScope } from "../scope.ts";

/** The kind of outbox messages about a sign-up. */
export const SIGN_UP_NOTICE = "sign-up-notice";

/**
 * `placed`: there is room now; `waiting`: there is none; `joined`: signed up, with the link to change it; `asked`:
 * not answered yet.
 */
type SignUpNoticeReason = "placed" | "waiting" | "joined" | "asked";

/** A notice in the outbox. */
export interface SignUpNotice {
  /** of the outbox message, and of the reminder that it becomes */
  readonly id: string;
  readonly objectId: ObjectId;
  /** the occurrence's time in its series, ms UTC; null: it does not repeat */
  readonly key: number | null;
  /** as written in the event */
  readonly address: string;
  readonly news: SignUpNoticeReason;
}

/**
 * Notifies people whose standing changed: a waiting person got a place, or a person who accepted must wait. A person
 * who sees the result at once gets no notice.
 */
export async function notifyOfMoves(
  scope: WriteScope,
  objectId: ObjectId,
  moves: readonly PlaceMove[],
): Promise<void> {
  for (const { key, line, from, to } of moves) {
    const isNotified = (from === "waiting" && to === "placed") || (from === "none" && to === "waiting");
    if (isNotified)
      await enqueueSignUpNotice(scope, objectId, {
        key,
        line,
        reason: to === "placed" ? "placed" : "waiting",
      });
  }
}

/** Puts a notice into the outbox, in the transaction of its cause. People who can't be reached get none. */
export async function enqueueSignUpNotice(
  scope: WriteScope,
  objectId: ObjectId,
  {
    key,
    line,
    reason,
  }: { readonly key: number | undefined; readonly line: Property; readonly reason: SignUpNoticeReason },
): Promise<void> {
  const { app, tx, accountId, modseq, now } = scope;
  const route = await routeOf(tx, line.value);
  if (route.kind === "nobody" && noteOf(line, "mail") === undefined) return;
  const id = app.newId();
  const address = line.value.trim();
  await tx.queues.enqueue({
    id,
    accountId,
    kind: SIGN_UP_NOTICE,
    dedupeKey: ["sign-up", objectId, modseq, key ?? "", addressKey(address), reason].join(" "),
    payload: { id, objectId, key: key ?? null, address, news: reason } satisfies SignUpNotice,
    createdAt: now,
    availableAt: now,
    attempts: 0,
    lastError: null,
  });
  app.outboxFilled?.();
}
