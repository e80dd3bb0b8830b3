import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { ReadTransaction } from "../../storage/port.ts";
import type { Modseq } from "../../storage/records/ids.ts";
import type { InboxChanges, InboxItem } from "../../storage/records/inbox.ts";
import type { Principal } from "../../storage/records/people.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import { grantAccount } from "../grants.ts";
import type { Problem } from "../problems.ts";
import { conditionHolds, type WriteCondition } from "../objects/write-condition.ts";
import { defaultCalendarOf } from "../calendars/default-calendar.ts";

/** A scheduling inbox as its owner, or a member of the owning group, sees it (RFC 6638 §2.2). */
export interface Inbox {
  readonly principal: Principal;
  readonly modseq: Modseq;
  /** The calendar for invitations; undefined if no calendar accepts events. */
  readonly defaultCalendarUri: string | undefined;
  /** Its owner's availability, as iCalendar text (RFC 7953 §7.2); undefined if not set. */
  readonly availability: string | undefined;
}

/** Works on the principal with this login, if the actor acts for it. */
async function withOwner<T>(
  app: App,
  actor: Actor,
  login: string,
  work: (tx: ReadTransaction, principal: Principal) => Promise<Result<T, Problem>>,
): Promise<Result<T, Problem>> {
  return app.storage.read(async (tx) => {
    const principal = await tx.principals.byLogin(login.toLowerCase());
    if (!principal || principal.status !== "active") return failed({ code: "not-found" });
    const granted = await grantAccount(tx, actor, principal.id);
    return granted.ok ? work(tx, principal) : granted;
  });
}

/** @returns `not-found` unless the actor acts for that principal */
export const inboxOf = (app: App, actor: Actor, login: string): Promise<Result<Inbox, Problem>> =>
  withOwner(app, actor, login, async (tx, principal) =>
    ok({
      principal,
      modseq: await tx.inbox.state(principal.id),
      defaultCalendarUri: (await defaultCalendarOf(tx, principal, "VEVENT"))?.uri,
      availability: await tx.principals.availability(principal.id),
    }),
  );

/** Everything in the inbox, newest first. */
export const inboxItems = (
  app: App,
  actor: Actor,
  login: string,
): Promise<Result<readonly InboxItem[], Problem>> =>
  withOwner(app, actor, login, async (tx, { id }) => ok(await tx.inbox.list(id, app.limits.inboxMessages)));

/** The items with these names; missing ones are left out. */
export const inboxItemsByUris = (
  app: App,
  actor: Actor,
  login: string,
  uris: readonly string[],
): Promise<Result<readonly InboxItem[], Problem>> =>
  withOwner(app, actor, login, async (tx, { id }) => ok(await tx.inbox.byUris(id, uris)));

/** What changed in the inbox after `since`. @returns `changes-too-old` for an unknown state */
export const inboxChanges = (
  app: App,
  actor: Actor,
  login: string,
  since: Modseq,
  limit: number,
): Promise<Result<InboxChanges, Problem>> =>
  withOwner(app, actor, login, async (tx, { id }) => {
    const changes = await tx.inbox.changes(id, since, limit);
    return changes === "too-old" ? failed({ code: "changes-too-old" }) : ok(changes);
  });

/** Removes a message that has been read; this has no other effect. */
export async function removeInboxItem(
  app: App,
  actor: Actor,
  login: string,
  uri: string,
  condition: WriteCondition,
): Promise<Result<void, Problem>> {
  const owner = await withOwner(app, actor, login, async (_, principal) => ok(principal));
  if (!owner.ok) return owner;
  return app.storage.write(async (tx) => {
    const modseq = await tx.lockAccount(owner.value.id);
    const [item] = await tx.inbox.byUris(owner.value.id, [uri]);
    if (!conditionHolds(condition, item?.etag)) return failed({ code: "etag-mismatch" });
    if (!item) return failed({ code: "not-found" });
    await tx.inbox.remove(owner.value.id, uri, modseq);
    return ok(undefined);
  });
}
