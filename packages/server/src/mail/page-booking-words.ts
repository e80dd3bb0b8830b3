import { isLanguage, type Language } from "@snart/locales/language.ts";
import { nodeMessages } from "@snart/locales/messages-node.ts";
import type { App } from "../app/app.ts";
import type { PrincipalId } from "../app/types.ts";
import { answersText } from "../app/booking-pages/booked-event.ts";
import { guestCalendar, guestClocks, guestTitle } from "../app/booking-pages/guest-calendar.ts";
import { sendPageNotice, type PageMail, type PageNoticeFacts } from "../app/booking-pages/send-notice.ts";
import type { PageBookingNews } from "../app/booking-pages/notice.ts";
import { mailBody, type MailBlock } from "../app/outbox/mail-body.ts";
import { briefSpanText, spanText } from "../app/when-text.ts";
import { timesOnClocks } from "./reminder-words.ts";

/** Sends what guests and hosts of booking pages hear. @param origin the address of the server; null: unknown, and mail has no links */
export const pageBookingSender =
  (origin: string | null) =>
  (app: App, payload: unknown): Promise<void> =>
    sendPageNotice(app, payload, (facts) => [
      // It goes on waiting, for somebody else.
      ...(facts.news === "roomGranted" ? [] : [guestMail(app, origin, facts)]),
      ...hostMails(origin, facts),
    ]);

/** The time on some clocks: in full, and for a subject line. Never how soon: that goes stale. */
function whenIn({ seen: { booking } }: PageNoticeFacts, timeZone: string, language: Language) {
  const { startsAt: start, endsAt: end } = booking;
  const times = timesOnClocks({ start, end, isAllDay: false, timeZone });
  return times
    ? { full: spanText(...times, language), brief: briefSpanText(...times, language) }
    : { full: "", brief: "" };
}

/** Until when a guest can change what they have; nothing where it cannot be changed by itself. */
function changeText(app: App, { news, seen }: PageNoticeFacts, language: Language): readonly MailBlock[] {
  if (!CHANGEABLE.has(news) || seen.standing !== "confirmed") return [];
  const words = nodeMessages(language);
  const { move, cancel } = seen.deadlines;
  const said = (key: "changeUntil" | "moveUntil" | "cancelUntil", at: number): readonly MailBlock[] =>
    at <= app.now()
      ? []
      : [
          {
            kind: "text",
            text: words(`mail.page.${key}`, { until: momentText(at, seen.booking.timeZone, language) }),
          },
        ];
  if (move === cancel) return said("changeUntil", move);
  return [...said("moveUntil", move), ...said("cancelUntil", cancel)];
}

/** What tells of a time that the guest has. */
const CHANGEABLE: ReadonlySet<PageBookingNews> = new Set(["confirmed", "moved", "given", "reminder"]);

function guestMail(app: App, origin: string | null, facts: PageNoticeFacts): PageMail {
  const { seen, news, taker, token } = facts;
  const { booking, hosts } = seen;
  const language = isLanguage(booking.language) ? booking.language : "en-GB";
  const words = nodeMessages(language);
  const title = guestTitle(seen, language);
  const name = hosts.map(({ displayName }) => displayName).join(", ");
  const [host] = hosts;
  const until =
    news === "verify" ? momentText(booking.expiresAt ?? booking.startsAt, booking.timeZone, language) : "";
  const rows: [string, string][] = [[words("mail.when"), guestClocks(seen, language).join("\n")]];
  if (booking.place !== "") rows.push([words("mail.where"), booking.place]);
  if (booking.reason !== "" && (news === "cancelled" || news === "declined" || news === "noRoom"))
    rows.push([words("mail.page.reason"), booking.reason]);
  const { label, path } = guestLink(facts, token, language);
  const url = origin === null ? undefined : `${origin}${path}?lang=${language}`;
  const blocks: MailBlock[] = [
    { kind: "heading", text: title },
    {
      kind: "text",
      text: words(guestSaid(facts), {
        name: taker?.displayName ?? name,
        until,
        room: seen.awaitedRoom?.displayName ?? "",
      }),
    },
    { kind: "facts", rows },
    ...changeText(app, facts, language),
    ...(url === undefined ? [] : [{ kind: "links", links: [{ label, url }] } as const]),
  ];
  const method = news === "confirmed" || news === "moved" || news === "given" ? "REQUEST" : "CANCEL";
  // Of what was never confirmed no calendar knows.
  const isInCalendar =
    (method === "REQUEST" && booking.state === "confirmed") ||
    (news === "cancelled" && booking.objectId !== null);
  return {
    whose: "guest",
    mail: {
      to: { email: booking.mail, name: booking.name },
      ...(name !== "" && { senderName: name }),
      ...(host?.email && { replyTo: { email: host.email, name: host.displayName } }),
      language,
      subject: words("mail.page.subject", { title, when: whenIn(facts, booking.timeZone, language).brief }),
      ...mailBody(blocks),
      ...(isInCalendar && {
        attachments: [
          {
            name: "booking.ics",
            type: `text/calendar; method=${method}; charset=utf-8`,
            text: guestCalendar(app, seen, method),
          },
        ],
      }),
    },
  };
}

/** What a guest can do now: with a time that is not theirs, choose another one at the page, where it is open to everybody. */
function guestLink(
  { seen: { page, asked }, news }: PageNoticeFacts,
  token: string,
  language: Language,
): { readonly label: string; readonly path: string } {
  const words = nodeMessages(language);
  const own = `/booking/${token}`;
  if (news === "verify") return { label: words("mail.page.verify"), path: own };
  if (news === "cancelled") return { label: words("mail.page.cancel"), path: own };
  if (news !== "declined" && news !== "noRoom" && news !== "lapsed")
    return { label: words("mail.page.change"), path: own };
  return asked && page.isPublic
    ? { label: words("mail.page.another"), path: `/b/${page.slug}/${asked.eventType.id}` }
    : { label: words("mail.page.cancel"), path: own };
}

const guestSaid = ({ news, seen: { awaitedRoom } }: PageNoticeFacts) =>
  news === "requested" && awaitedRoom
    ? ("mail.page.guest.requestedRoom" as const)
    : (`mail.page.guest.${news === "roomGranted" ? "requested" : news}` as const);

/** A moment on some clocks, in a few words. */
function momentText(at: number, timeZone: string, language: Language): string {
  const times = timesOnClocks({ start: at, end: at, isAllDay: false, timeZone });
  return times ? briefSpanText(...times, language) : "";
}

/** What hosts are told of each news; undefined: nothing. */
const HOST_SAID = {
  verify: undefined,
  requested: "requested",
  confirmed: "confirmed",
  moved: "moved",
  cancelled: "cancelled",
  declined: undefined,
  given: "given",
  roomGranted: "requested",
  noRoom: undefined,
  lapsed: undefined,
  reminder: undefined,
} as const satisfies Readonly<Record<PageBookingNews, string | undefined>>;

/** Hosts hear of what is booked with them, not of holds. */
function hostMails(origin: string | null, facts: PageNoticeFacts): readonly PageMail[] {
  const { seen, news, isByHost, former, taker, byId, insteadIn } = facts;
  const { booking, receivers, asked } = seen;
  const said = HOST_SAID[news];
  // Nor of what they cannot answer yet.
  if (isByHost || said === undefined || seen.awaitedRoom) return [];
  // Whoever was with the guest before and still is sees it in their calendar.
  const told = [...(taker ? [taker] : receivers), ...(news === "given" && former ? [former] : [])];
  return told.flatMap(({ id, email, displayName, preferences }) => {
    if (!email || id === byId) return [];
    const other = taker?.displayName ?? seen.hosts.map((host) => host.displayName).join(", ");
    const language = preferences.language ?? "en-GB";
    const words = nodeMessages(language);
    const title = guestTitle({ ...seen, hosts: [] }, language);
    const zone = preferences.timeZone ?? asked?.type.timeZone ?? "UTC";
    const when = whenIn(facts, zone, language);
    const rows: [string, string][] = [[words("mail.when"), when.full]];
    if (booking.place !== "") rows.push([words("mail.where"), booking.place]);
    if (facts.answerTokens.has(id) && booking.expiresAt !== null)
      rows.push([words("bookingPage.host.until"), momentText(booking.expiresAt, zone, language)]);
    const answers = answersText(asked?.type.questions ?? [], booking.answers, language);
    if (booking.reason !== "" && news === "cancelled") rows.push([words("mail.page.reason"), booking.reason]);
    const blocks: MailBlock[] = [
      { kind: "heading", text: title },
      {
        kind: "text",
        text: words(`mail.page.host.${news === "given" && id === former?.id ? "givenAway" : said}`, {
          name: `${booking.name} (${booking.mail})`,
          other,
        }),
      },
      { kind: "facts", rows },
      ...(answers === "" ? [] : [{ kind: "text", text: answers } as const]),
      ...(insteadIn === undefined || (news !== "confirmed" && news !== "requested")
        ? []
        : [{ kind: "text", text: words("mail.page.host.instead", { calendar: insteadIn }) } as const]),
      ...(origin === null ? [] : [{ kind: "links", links: hostLinks(origin, facts, id, language) } as const]),
    ];
    return [
      {
        whose: "host",
        mail: {
          to: { email, name: displayName },
          replyTo: { email: booking.mail, name: booking.name },
          language,
          subject: words("mail.page.subject", { title, when: when.brief }),
          ...mailBody(blocks),
        },
      } satisfies PageMail,
    ];
  });
}

/** Both answers to what waits for one, each a page with a button, and the way to all that is booked. */
function hostLinks(
  origin: string,
  { answerTokens }: PageNoticeFacts,
  hostId: PrincipalId,
  language: Language,
): readonly { readonly label: string; readonly url: string }[] {
  const words = nodeMessages(language);
  const token = answerTokens.get(hostId);
  const answers = token === undefined ? [] : (["accept", "decline"] as const);
  return [
    ...answers.map((answer) => ({
      label: words(`bookingPages.${answer}`),
      url: `${origin}/booking/${token}/answer?lang=${language}&answer=${answer}`,
    })),
    { label: words("mail.open"), url: `${origin}/booking-pages` },
  ];
}
