import {
  firstProperty,
  parameterValue,
  type Component,
  type Property,
} from "@snart/calendar/icalendar/component.ts";
import { textValue } from "@snart/calendar/icalendar/text.ts";
import {
  addressKey,
  attendeesOf,
  componentsOf,
  findAttendee,
  partstatOf,
} from "@snart/calendar/scheduling/attendee.ts";
import { repeats } from "@snart/calendar/scheduling/counter.ts";
import type { CalendarObject } from "@snart/calendar/icalendar/calendar-object.ts";
import type { Language } from "@snart/locales/language.ts";
import type { MessageKey } from "@snart/locales/keys.ts";
import { nodeMessages } from "@snart/locales/messages-node.ts";
import type { MailBlock } from "../app/outbox/mail-body.ts";
import type { OutgoingInvitation } from "../app/mail/outgoing-invitation.ts";
import { isFromGuest } from "../app/delivery/answered-object.ts";
import { repeatsText, shortWhenText, whenText } from "../app/when-text.ts";

const LONGEST = { title: 200, place: 500, notes: 4_000, comment: 2_000 } as const;
const MOST_GUESTS = 10;
const MOST_DATES = 10;

/** The text of an invitation's mail in one language. */
interface InvitationWords {
  readonly subject: string;
  readonly blocks: readonly MailBlock[];
}

interface Shown {
  /** the sender: the calendar or a person */
  readonly name: string;
  /** the author, if that is somebody else */
  readonly sentBy: string | undefined;
  /** the address for answering; undefined: only with a calendar app */
  readonly answerUrl: string | undefined;
}

/** @returns the text; nothing in it goes stale, and nothing is parsed as HTML */
export function invitationWords(
  invitation: OutgoingInvitation,
  shown: Shown,
  language: Language,
): InvitationWords {
  const words = nodeMessages(language);
  const { object, message } = invitation;
  const [first] = componentsOf(object);
  const title = (first && titleOf(first)) ?? words("mail.untitled");
  const changed = changedOf(object) ?? first;
  const when = changed ? shortWhenText(object, changed, language) : "";
  const answer = first ? answerOf(first) : "other";
  const subject = words(subjectKey(invitation), { title, when, name: shown.name, answer });
  const { name, sentBy } = shown;
  const blocks: MailBlock[] = [
    { kind: "heading", text: title },
    { kind: "text", text: words(bodyKey(invitation, answer), { name }) },
    { kind: "facts", rows: first ? facts(object, first, language) : [] },
    ...answerBlocks(invitation, shown.answerUrl, language),
    ...(sentBy === undefined
      ? []
      : [{ kind: "text", text: words("mail.sentBy", { name: sentBy }) } as const]),
  ];
  return {
    subject: message.method === "REFRESH" ? words("mail.refresh.subject", { title }) : subject,
    blocks,
  };
}

/**
 * The one instance that has been changed after the rest of its series; undefined if there is none, or are several. The
 * subject says when that one is, not when the series began.
 */
function changedOf({ main, overrides }: CalendarObject): Component | undefined {
  const changedAt = (component: Component): string =>
    (firstProperty(component, "LAST-MODIFIED") ?? firstProperty(component, "DTSTAMP"))?.value ?? "";
  const newest = overrides.map(changedAt).toSorted().at(-1);
  if (!main || newest === undefined || newest <= changedAt(main)) return undefined;
  const latest = overrides.filter((one) => changedAt(one) === newest);
  return latest.length === 1 ? latest[0] : undefined;
}

const SUBJECTS: Readonly<Record<string, MessageKey>> = {
  CANCEL: "mail.cancel.subject",
  REPLY: "mail.reply.subject",
  COUNTER: "mail.counter.subject",
  DECLINECOUNTER: "mail.declineCounter.subject",
};
const subjectKey = ({ message: { method }, isUpdate }: OutgoingInvitation): MessageKey =>
  SUBJECTS[method] ?? (isUpdate ? "mail.update.subject" : "mail.invite.subject");

function bodyKey({ message: { method }, object, isUpdate }: OutgoingInvitation, answer: Answer): MessageKey {
  switch (method) {
    case "REQUEST":
      return isUpdate ? "mail.update.body" : "mail.invite.body";
    case "CANCEL":
      return object.main ? "mail.cancel.body" : "mail.cancel.dates";
    case "REPLY":
      return `mail.reply.${answer}`;
    case "REFRESH":
      return "mail.refresh.body";
    case "COUNTER":
      return object.main && repeats(object.main) ? "mail.counter.series" : "mail.counter.body";
    case "DECLINECOUNTER":
      return "mail.declineCounter.body";
    default:
      return "mail.other.body";
  }
}

type Answer = "accepted" | "declined" | "tentative" | "delegated" | "other";
const ANSWERS: readonly Answer[] = ["accepted", "declined", "tentative", "delegated"];

/** The answer in a REPLY: it has one attendee, who sends it. */
function answerOf(component: Component): Answer {
  const [attendee] = attendeesOf(component);
  const partstat = attendee ? partstatOf(attendee).toLowerCase() : "";
  return ANSWERS.find((answer) => answer === partstat) ?? "other";
}

function titleOf(component: Component): string | undefined {
  const title = textValue(component, "SUMMARY")?.trim();
  return title ? cut(title.replace(/\s+/g, " "), LONGEST.title) : undefined;
}

const cut = (text: string, longest: number): string => {
  const letters = Array.from(text);
  return letters.length <= longest ? text : `${letters.slice(0, longest - 1).join("")}…`;
};

function facts(
  object: CalendarObject,
  first: Component,
  language: Language,
): readonly (readonly [string, string])[] {
  const words = nodeMessages(language);
  const organizer = firstProperty(first, "ORGANIZER");
  const isAnswer = isFromGuest(object.method);
  const rows: readonly (readonly [MessageKey, string | undefined])[] = [
    object.main || object.overrides.length === 1
      ? ["mail.when", whenText(object, first, language)]
      : ["mail.dates", datesText(object, language)],
    ["mail.repeats", repeatsText(object, first, language)],
    [
      "mail.changedDates",
      object.main && object.overrides.length > 0 ? datesText(object, language) : undefined,
    ],
    ["mail.where", long(textValue(first, "LOCATION"), LONGEST.place)],
    ["mail.organizer", organizer && !isAnswer ? personText(organizer) : undefined],
    ["mail.guests", isAnswer || object.method === "CANCEL" ? undefined : guestsText(first, language)],
    ["mail.note", long(textValue(first, "COMMENT"), LONGEST.comment)],
    ["mail.notes", long(textValue(first, "DESCRIPTION"), LONGEST.notes)],
  ];
  return rows.flatMap(([key, value]) => (value === undefined ? [] : [[words(key), value] as const]));
}

const long = (text: string | undefined, longest: number): string | undefined =>
  text?.trim() ? cut(text.trim(), longest) : undefined;

function datesText(object: CalendarObject, language: Language): string {
  const dates = object.overrides.slice(0, MOST_DATES).map((one) => whenText(object, one, language));
  const rest = object.overrides.length - dates.length;
  const names = dates.join("\n");
  return rest > 0 ? nodeMessages(language)("mail.guestsMore", { names, count: rest }) : names;
}

function guestsText(first: Component, language: Language): string | undefined {
  const guests = attendeesOf(first);
  if (guests.length === 0) return undefined;
  const names = guests.slice(0, MOST_GUESTS).map(personText).join(", ");
  const rest = guests.length - MOST_GUESTS;
  return rest > 0 ? nodeMessages(language)("mail.guestsMore", { names, count: rest }) : names;
}

/** A person's name, or address if there is none. */
export function personText(property: Property): string {
  const name = parameterValue(property, "CN")?.replace(/\s+/g, " ").trim();
  return cut(name || property.value.trim().replace(/^mailto:/i, ""), 100);
}

const bare = (address: string): string => addressKey(address).replace(/^mailto:/, "");

/** What the recipient has answered, so that nobody is asked again who has. */
function answerGiven(object: CalendarObject, recipient: string): Answer {
  const lead = changedOf(object) ?? componentsOf(object)[0];
  const attendee = lead && findAttendee(lead, (address) => bare(address) === bare(recipient));
  const partstat = attendee ? partstatOf(attendee).toLowerCase() : "";
  return ANSWERS.find((answer) => answer === partstat && answer !== "delegated") ?? "other";
}

function answerBlocks(
  { object, message, delivery }: OutgoingInvitation,
  url: string | undefined,
  language: Language,
): readonly MailBlock[] {
  if (url === undefined || message.method !== "REQUEST") return [];
  const words = nodeMessages(language);
  const link = (key: MessageKey, answer: string) => ({
    label: words(key),
    url: `${url}?answer=${answer}&lang=${language}`,
  });
  const isSeries = object.main !== undefined && firstProperty(object.main, "RRULE") !== undefined;
  const counts = words("mail.answerCounts", { which: isSeries ? "series" : "dates" });
  const needsWord = isSeries || !object.main;
  const given = answerGiven(object, delivery.recipient);
  return [
    {
      kind: "text",
      text: given === "other" ? words("mail.answer") : words("mail.answerGiven", { answer: given }),
    },
    {
      kind: "links",
      links: [link("mail.yes", "accepted"), link("mail.maybe", "tentative"), link("mail.no", "declined")],
    },
    ...(needsWord ? [{ kind: "text", text: counts } as const] : []),
  ];
}
