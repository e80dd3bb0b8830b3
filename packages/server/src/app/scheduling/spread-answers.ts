import { isDraft } from "@snart/calendar/access/draft.ts";
import { saysFlag } from "@snart/calendar/scheduling/hidden-guests.ts";
import type { CalendarObject } from "@snart/calendar/icalendar/calendar-object.ts";
import {
  attendeesOf,
  componentsOf,
  guestsOf,
  partstatOf,
  roleIn,
} from "@snart/calendar/scheduling/attendee.ts";
import { organizerMessages } from "@snart/calendar/scheduling/organizer-messages.ts";
import { SECOND } from "@snart/calendar/time/instant.ts";
import type { ObjectId, PrincipalId } from "../../storage/records/ids.ts";
import { schedulingActor } from "../actor.ts";
import type { App } from "../app.ts";
import { ReadObject } from "../objects/read-stored.ts";
import { writeAccount, type WriteScope } from "../scope.ts";
import { enqueueMessages, routed } from "./outgoing.ts";
import { signed, takingPart } from "./taking-part.ts";

/** The kind of outbox messages that bring people's answers to the other guests of an event. */
export const ANSWERS_MESSAGE = "scheduling-answers";

interface SpreadAnswers {
  /** of the outbox message */
  readonly id: string;
  readonly accountId: PrincipalId;
  readonly objectId: ObjectId;
}

/** Answers wait for further ones: the longer, the more copies they change. */
const LEAST_WAIT = 5 * SECOND;
const WAIT_FOR_EACH = SECOND / 5;

/**
 * Puts it into the outbox that the other guests with an account see the answers to an event (RFC 6638 §4.2): those of some seconds
 * together. Guests outside would get a mail for each.
 */
export async function enqueueAnswers(
  { app, tx, accountId, now }: WriteScope,
  objectId: ObjectId,
  object: CalendarObject,
): Promise<void> {
  const guests = guestsOf(object).size;
  if (guests < 2 || isDraft(object) || saysFlag(object, "hideAttendees")) return;
  const wait = Math.max(LEAST_WAIT, guests * WAIT_FOR_EACH);
  const turn = Math.floor(now / wait) + 1;
  const id = app.newId();
  await tx.queues.enqueue({
    id,
    accountId,
    kind: ANSWERS_MESSAGE,
    dedupeKey: [ANSWERS_MESSAGE, accountId, objectId, wait, turn].join(" "),
    payload: { id, accountId, objectId } satisfies SpreadAnswers,
    createdAt: now,
    availableAt: turn * wait,
    attempts: 0,
    lastError: null,
  });
  app.outboxFilled?.();
}

/** Sends the present list of guests to all of them who have an account: without a word, and with their schedule tags as they were. */
export async function sendAnswers(app: App, payload: unknown): Promise<void> {
  const { id, accountId, objectId } = payload as SpreadAnswers;
  const owner = await app.storage.read((tx) => tx.principals.byId(accountId));
  if (owner?.status !== "active") return;
  const actor = schedulingActor(owner);
  await writeAccount(app, actor, accountId, async (scope) => {
    const stored = await scope.tx.objects.byId(objectId);
    const party = stored && (await takingPart(scope.tx, stored));
    if (!party || stored.accountId !== accountId || stored.scheduleTag === null) return;
    const { object } = new ReadObject(stored);
    if (roleIn(object, party.isMine) !== "organizer" || isDraft(object) || saysFlag(object, "hideAttendees"))
      return;
    const context = { now: scope.now, prodId: app.prodId };
    const messages = organizerMessages(undefined, object, party.isMine, context);
    const quiet = messages.map((message) => ({ ...message, isQuiet: true }));
    const said = await signed(scope, party, "ORGANIZER", quiet);
    await enqueueMessages(scope, objectId, await routed(scope, said), id);
  });
}

/** The answers in an object, to see whether they have changed. */
export const answersIn = (object: CalendarObject): string =>
  componentsOf(object)
    .flatMap((component) => attendeesOf(component).map((line) => `${line.value.trim()} ${partstatOf(line)}`))
    .join("\n");
