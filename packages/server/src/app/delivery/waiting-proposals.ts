import { readCalendarObject, type CalendarObject } from "@snart/calendar/icalendar/calendar-object.ts";
import type { Component, Property } from "@snart/calendar/icalendar/component.ts";
import { parseICalendar } from "@snart/calendar/icalendar/parse.ts";
import { readComponentTimes, type ComponentTimes } from "@snart/calendar/recurrence/component-times.ts";
import { zonesOf } from "@snart/calendar/recurrence/resolve-zone.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import { addressKey, attendeesOf, componentsOf } from "@snart/calendar/scheduling/attendee.ts";
import { repeats } from "@snart/calendar/scheduling/counter.ts";
import { keyOfTime, recurrenceTime } from "@snart/calendar/scheduling/instance.ts";
import { asStored } from "@snart/calendar/scheduling/outside/as-stored.ts";
import type { ReadTransaction } from "../../storage/port.ts";
import type { PrincipalId } from "../../storage/records/ids.ts";
import type { InboxItem } from "../../storage/records/inbox.ts";
import type { StoredObject } from "../../storage/records/objects.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import { grantCalendar, reachesAccount } from "../grants.ts";
import { mayWriteObject } from "../objects/object-rights.ts";
import { readStored } from "../objects/read-stored.ts";
import type { Problem } from "../problems.ts";
import type { WriteScope } from "../scope.ts";
import { hearsAnswers } from "./answered-object.ts";

/**
 * A time that a guest proposes (RFC 5546 §3.2.7). Until it is answered it stays in the inbox of the account that the
 * event is in, whoever organizes it there.
 */
export interface Proposal {
  /** name of the inbox item */
  readonly id: string;
  readonly stored: StoredObject;
  /** the event as it is */
  readonly event: CalendarObject;
  readonly object: CalendarObject;
  /** the guest's line in the proposal */
  readonly proposer: Property;
  /** the proposal, with a RECURRENCE-ID in the form of the series */
  readonly component: Component;
  readonly times: ComponentTimes;
  /** accepting it moves every occurrence */
  readonly movesSeries: boolean;
  readonly receivedAt: number;
}

/**
 * Proposals that wait for an answer that the actor may give, newest first. Unreadable ones, and those for missing
 * events, are left out.
 * @returns `not-found` for an account of which the actor sees nothing
 */
export function proposals(
  app: App,
  actor: Actor,
  accountId: PrincipalId,
): Promise<Result<readonly Proposal[], Problem>> {
  return app.storage.read(async (tx) => {
    if (!(await reachesAccount(tx, actor, accountId))) return failed({ code: "not-found" });
    const items = await tx.inbox.list(accountId, app.limits.inboxMessages);
    const found: Proposal[] = [];
    for (const item of items) {
      const read = await readProposal(tx, item);
      if (read && (await mayAnswer(tx, actor, read))) found.push(read);
    }
    return ok(found);
  });
}

/** Whoever may write the event answers: its organizer, and who may write everything in its calendar. */
export async function mayAnswer(
  tx: ReadTransaction,
  actor: Actor,
  { stored, event }: Proposal,
): Promise<boolean> {
  const grant = await grantCalendar(tx, actor, stored.calendarId);
  return grant.ok && mayWriteObject(grant.value, { stored, object: event });
}

/** @returns undefined for another message, an unreadable one, and one about a missing event */
export async function readProposal(tx: ReadTransaction, item: InboxItem): Promise<Proposal | undefined> {
  if (item.method !== "COUNTER") return undefined;
  const parsed = parseICalendar(item.icalendar);
  const message = parsed.ok ? readCalendarObject(parsed.value.calendar) : parsed;
  const heads = await tx.objects.byUidInAccount(item.accountId, item.uid);
  const head = heads.find(({ scheduleTag }) => scheduleTag !== null);
  const stored = head && (await tx.objects.byId(head.id));
  if (!message.ok || !stored) return undefined;
  const event = readStored(stored);
  const object = asStored(message.value, event);
  const [component] = componentsOf(object);
  const proposer = component && attendeesOf(component)[0];
  const times = component && readComponentTimes(component, object.type, zonesOf(object));
  if (!component || !proposer || !times?.ok || !times.value) return undefined;
  const { uri: id, createdAt: receivedAt } = item;
  const movesSeries =
    !recurrenceTime(component, zonesOf(object)) && event.main !== undefined && repeats(event.main);
  return { id, stored, event, object, proposer, component, times: times.value, movesSeries, receivedAt };
}

/** Who is told of proposals about an event: its organizer, else the account's owner. */
export async function toldOfProposal(
  tx: ReadTransaction,
  { stored, event }: Pick<Proposal, "stored" | "event">,
): Promise<PrincipalId> {
  const owner = await tx.principals.byId(stored.accountId);
  return (owner && (await hearsAnswers(tx, owner, stored, event))) ?? stored.accountId;
}

/**
 * Removes a proposal from the inbox, and what tells of it.
 * @param toldId who was told of it
 */
export async function removeProposal(
  { tx, accountId, modseq }: WriteScope,
  id: string,
  toldId: PrincipalId,
): Promise<void> {
  await tx.inbox.remove(accountId, id, modseq);
  const told = { accountId, recipientId: toldId, type: "CalendarEventNotification" } as const;
  await tx.notifications.remove(told, id.replace(/\.ics$/, ""), modseq);
}

/**
 * Removes the former proposals of the same guest for the same part of an event: the newest one counts.
 * @param id name of the newest one's inbox item
 */
export async function removeFormerProposals(scope: WriteScope, id: string): Promise<void> {
  const { app, tx, accountId } = scope;
  const items = await tx.inbox.list(accountId, app.limits.inboxMessages);
  const item = items.find(({ uri }) => uri === id);
  const newest = item && (await readProposal(tx, item));
  if (!newest) return;
  const told = await toldOfProposal(tx, newest);
  for (const other of items) {
    if (other.uid !== item.uid || other.uri === id) continue;
    const former = await readProposal(tx, other);
    if (former && aboutOf(former) === aboutOf(newest)) await removeProposal(scope, other.uri, told);
  }
}

/** The guest, and the instance. */
function aboutOf({ proposer, component, object }: Proposal): string {
  const instance = recurrenceTime(component, zonesOf(object));
  return `${addressKey(proposer.value)} ${instance ? keyOfTime(instance) : ""}`;
}
