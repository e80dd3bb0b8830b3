import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { PrincipalId } from "../../storage/records/ids.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import { peopledHouseholds, whoMayBook } from "../bookables/who-may-book.ts";
import { bookableSeenBy } from "../bookings/bookables.ts";
import type { Problem } from "../problems.ts";

/** A household that somebody may book for. */
export interface BookedFor {
  readonly id: PrincipalId;
  readonly name: string;
}

/**
 * For which households whoever manages a thing may book it: all that its rules let book, by label, also those that nobody is in yet.
 * @returns `not-found` for what the actor doesn't see, `forbidden` unless they manage it
 */
export function householdsFor(
  app: App,
  actor: Actor,
  bookableId: PrincipalId,
): Promise<Result<readonly BookedFor[], Problem>> {
  return app.storage.read(async (tx) => {
    const seen = await bookableSeenBy(tx, actor, bookableId);
    if (!seen.ok) return seen;
    if (!seen.value.mayManage) return failed({ code: "forbidden", right: "book for others" });
    const mayBook = await whoMayBook(tx, seen.value.inForce);
    const allowed = (await peopledHouseholds(tx)).filter(({ accountId, members }) =>
      mayBook(accountId, members),
    );
    const groups = await tx.principals.byIds(allowed.map(({ accountId }) => accountId));
    const names = new Map(
      groups.flatMap(({ id, displayName, status }) => (status === "active" ? [[id, displayName]] : [])),
    );
    return ok(
      allowed.flatMap(({ accountId: id }) => {
        const name = names.get(id);
        return name === undefined ? [] : [{ id, name }];
      }),
    );
  });
}
