/** What a push service brings: the server's question whether the device is there, an alarm, or what others did (docs/api.md, "Reminders", "Notifications"). */
type Pushed =
  | { readonly kind: "verification"; readonly id: string; readonly code: string }
  | { readonly kind: "alarm"; readonly alarm: PushedAlarm }
  | { readonly kind: "notice"; readonly title: string; readonly body: string; readonly path: string };

export interface PushedAlarm {
  readonly title: string;
  readonly body: string;
  readonly snooze: string;
  readonly dismiss: string;
  readonly reminderId: string;
  readonly personId: string;
  readonly itemId: string;
}

/** Reads what was pushed; undefined for what this worker has no use for. */
export function readPushed(value: unknown): Pushed | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const fields = value as Readonly<Record<string, unknown>>;
  const text = (name: string): string => (typeof fields[name] === "string" ? fields[name] : "");
  if (text("@type") === "PushVerification")
    return { kind: "verification", id: text("pushSubscriptionId"), code: text("verificationCode") };
  if (text("@type") === "snart:Notice" && text("title") !== "")
    return { kind: "notice", title: text("title"), body: text("body"), path: ownPath(text("path")) };
  if (text("@type") !== "CalendarAlert" || text("title") === "") return undefined;
  const { title, body, snooze, dismiss, reminderId, personId } = {
    title: text("title"),
    body: text("body"),
    snooze: text("snooze"),
    dismiss: text("dismiss"),
    reminderId: text("reminderId"),
    personId: text("personId"),
  };
  const itemId = text("calendarEventId");
  return { kind: "alarm", alarm: { title, body, snooze, dismiss, reminderId, personId, itemId } };
}

/** A page of ours, and nobody else's. */
const ownPath = (path: string): string => (/^\/(?![/\\])/.test(path) ? path : "/");

const SNOOZE_MS = 10 * 60_000;

type Call = readonly [name: string, args: Readonly<Record<string, unknown>>];

/** The call that says the device is there (RFC 8620 §7.2.2). */
export const verifying = (id: string, verificationCode: string): Call => [
  "PushSubscription/set",
  { update: { [id]: { verificationCode } } },
];

/** The call that a pressed action means; undefined: none, the event is opened. */
export function calledBy(
  action: string,
  { reminderId, personId }: PushedAlarm,
  now: number,
): Call | undefined {
  if (action === "dismiss") return ["Reminder/set", { accountId: personId, destroy: [reminderId] }];
  if (action !== "snooze") return undefined;
  const snoozedUntil = new Date(now + SNOOZE_MS).toISOString().replace(/\.\d+/, "");
  return ["Reminder/set", { accountId: personId, update: { [reminderId]: { snoozedUntil } } }];
}
