import { readCalendarObject, type CalendarObject } from "@snart/calendar/icalendar/calendar-object.ts";
import { parseICalendar } from "@snart/calendar/icalendar/parse.ts";
import { organizerOf } from "@snart/calendar/scheduling/attendee.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { PrincipalId } from "../../storage/records/ids.ts";
import type { HeldMail } from "../../storage/records/mail.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import { grantAccount } from "../grants.ts";
import type { Problem } from "../problems.ts";
import { writeWhole, type WriteScope } from "../scope.ts";
import { acceptedFor } from "./belief.ts";
import { answerIn } from "./receive-answer.ts";
import { inviteMember } from "./receive-invitation.ts";
import type { Received, ReceivedMessage } from "./received-message.ts";

/** A message that waits for the decision of the person whom it is for. */
export interface HeldMessage {
  readonly mail: HeldMail;
  readonly object: CalendarObject;
}

/** The messages by mail that wait because nobody proved who sent them, newest first; unreadable ones are left out. */
export function heldMail(
  app: App,
  actor: Actor,
  accountId: PrincipalId,
): Promise<Result<readonly HeldMessage[], Problem>> {
  return app.storage.read(async (tx) => {
    const granted = await grantAccount(tx, actor, accountId);
    if (!granted.ok) return granted;
    const held = await tx.mail.held(accountId, app.limits.inboxMessages);
    return ok(held.flatMap((mail) => readHeld(mail) ?? []));
  });
}

function readHeld(mail: HeldMail): HeldMessage | undefined {
  const parsed = parseICalendar(mail.icalendar);
  const object = parsed.ok ? readCalendarObject(parsed.value.calendar) : parsed;
  return object.ok ? { mail, object: object.value } : undefined;
}

/**
 * Lets a held message take effect as if its sender had been proved, or discards it. Either way it waits no more.
 * @returns `invalid-value` for one that has no effect any more: its event is gone or has changed, or its sender is not entitled to it
 */
export function answerHeldMail(
  app: App,
  actor: Actor,
  accountId: PrincipalId,
  id: string,
  isAccepted: boolean,
): Promise<Result<void, Problem>> {
  const work = async (scope: WriteScope): Promise<Result<void, Problem>> => {
    const granted = await grantAccount(scope.tx, actor, accountId);
    if (!granted.ok) return granted;
    const mail = await scope.tx.mail.heldById(accountId, id);
    const held = mail && readHeld(mail);
    if (!held) return failed({ code: "not-found" });
    await scope.tx.mail.removeHeld(accountId, id, scope.modseq);
    if (!isAccepted) return ok(undefined);
    const { outcome, detail = outcome } = await accept(scope, held);
    if (!EFFECTIVE.has(outcome)) return failed({ code: "invalid-value", field: "isAccepted", detail });
    const { uid, method = null } = held.object;
    const organizer = organizerOf(held.object);
    // Who was accepted once is believed about this organizer's event, as soon as they are proved.
    await scope.tx.mail.updateReceived(messageOf(id), {
      outcome,
      uid,
      method,
      accountId,
      detail: organizer ? acceptedFor(organizer) : "accepted",
    });
    return ok(undefined);
  };
  return writeWhole(app, actor, accountId, work);
}

const EFFECTIVE: ReadonlySet<string> = new Set(["taken", "shown", "unchanged"]);

/** The message that a part of it was in. */
const messageOf = (id: string): string => id.replace(/-\d+$/, "");

async function accept({ app, tx }: WriteScope, { mail, object }: HeldMessage): Promise<Received> {
  const { id, accountId, objectId, sender } = mail;
  const message: ReceivedMessage = {
    id: messageOf(id),
    messageId: null,
    sender,
    isProved: false,
    isAccepted: true,
    recipients: [],
    subject: "",
    answersTo: [],
    calendars: [],
    reports: [],
    hasTnef: false,
  };
  if (ANSWERS.has(object.method)) return answerIn(app, tx, message, { id, object }, objectId);
  const member = await tx.principals.byId(accountId);
  return member ? inviteMember(app, tx, message, { id, object }, member) : { outcome: "not-invited" };
}

const ANSWERS: ReadonlySet<string | undefined> = new Set(["REPLY", "COUNTER", "REFRESH"]);
