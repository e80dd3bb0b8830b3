import type { CalendarObject } from "@snart/calendar/icalendar/calendar-object.ts";
import { parseICalendar } from "@snart/calendar/icalendar/parse.ts";
import { messagesIn } from "@snart/calendar/scheduling/outside/messages-in.ts";
import type { App } from "../app.ts";
import { receiveAnswer } from "./receive-answer.ts";
import { receiveInvitation } from "./receive-invitation.ts";
import { receiveReports } from "./receive-report.ts";
import type { Received, ReceivedMessage, ReceivedOutcome, ReceivedPart } from "./received-message.ts";

/**
 * Processes a message received by mail, from a mailbox or pipe (iMIP, RFC 6047): answers go to the organizer,
 * invitations to the guests, reports to the delivery log. It takes effect once, however often it comes; the log of
 * received mail has the outcome, and it is never answered by mail.
 */
export async function receiveMessage(
  app: App,
  message: ReceivedMessage,
): Promise<ReceivedOutcome | "duplicate"> {
  if (!(await begin(app, message))) return "duplicate";
  const received = await receive(app, message);
  const { outcome, uid = null, method = null, accountId = null, detail = "" } = received;
  await app.storage.write((tx) =>
    tx.mail.updateReceived(message.id, { outcome, uid, method, accountId, detail: detail.slice(0, 500) }),
  );
  return outcome;
}

/** @returns false if it has been processed; an interrupted one is begun again */
function begin(app: App, { id, messageId, sender, subject }: ReceivedMessage): Promise<boolean> {
  const entry = { id, at: app.now(), sender, subject, uid: null, method: null, accountId: null, messageId };
  return app.storage.write(async (tx) => {
    const inserted = await tx.mail.insertReceived({ ...entry, outcome: "begun", detail: "" });
    return inserted === "inserted" || (await tx.mail.receivedById(id))?.outcome === "begun";
  });
}

async function receive(app: App, message: ReceivedMessage): Promise<Received> {
  if (message.reports.length > 0) return receiveReports(app, message);
  if (message.calendars.length === 0)
    return { outcome: "no-calendar", ...(message.hasTnef && { detail: "winmail.dat" }) };
  const objects = readObjects(message);
  if (objects.length === 0) return { outcome: "unreadable" };
  const received: Received[] = [];
  for (const [index, object] of objects.entries()) {
    const part = { id: `${message.id}-${index}`, object };
    const one = await receiveObject(app, message, part);
    received.push({ uid: object.uid, ...(object.method && { method: object.method }), ...one });
  }
  return received.toSorted((a, b) => weight(a) - weight(b))[0] ?? { outcome: "unreadable" };
}

function readObjects({ calendars }: ReceivedMessage): readonly CalendarObject[] {
  const found = new Map<string, CalendarObject>();
  for (const { text, method } of calendars) {
    const parsed = parseICalendar(text);
    if (!parsed.ok) continue;
    // A file beside the part repeats it in other words; mail programs show the first.
    for (const object of messagesIn(parsed.value.calendar, method))
      if (!found.has(object.uid)) found.set(object.uid, object);
  }
  return [...found.values()];
}

function receiveObject(app: App, message: ReceivedMessage, part: ReceivedPart): Promise<Received> {
  switch (part.object.method) {
    case "REPLY":
    case "COUNTER":
    case "REFRESH":
      return receiveAnswer(app, message, part);
    case "REQUEST":
    case "ADD":
    case "CANCEL":
    case "DECLINECOUNTER":
      return receiveInvitation(app, message, part);
    case undefined:
    default:
      return Promise.resolve({ outcome: "method" });
  }
}

const ORDER: readonly ReceivedOutcome[] = [
  "taken",
  "shown",
  "held",
  "unchanged",
  "not-stored",
  "not-entitled",
  "not-invited",
];
/** The most informative outcome stands for the whole message. */
const weight = ({ outcome }: Received): number => {
  const index = ORDER.indexOf(outcome);
  return index < 0 ? ORDER.length : index;
};
