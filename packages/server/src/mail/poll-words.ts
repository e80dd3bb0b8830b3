import { ianaZone, UTC } from "@snart/calendar/time/zone.ts";
import type { Language } from "@snart/locales/language.ts";
import { nodeMessages } from "@snart/locales/messages-node.ts";
import type { App } from "../app/app.ts";
import { sendPollNotice, type PollNoticeSaid, type PollWords } from "../app/polls/send-notice.ts";
import { mailBody, type MailBlock } from "../app/outbox/mail-body.ts";
import { briefSpanText } from "../app/when-text.ts";
import { timesOnClocks } from "./reminder-words.ts";

/** More times than this are told by their number. */
const MOST_TIMES = 8;

/** Sends what voters and makers of polls hear. @param origin the address of the server; null: unknown, and mail has no links */
export const pollSender =
  (origin: string | null) =>
  (app: App, payload: unknown): Promise<void> =>
    sendPollNotice(app, payload, pollWords(origin));

/** Never how soon: that goes stale. Nothing of anybody's votes either: only how many have answered, to whoever decides. */
const pollWords =
  (origin: string | null): PollWords =>
  (said, language) => {
    const { poll, news, by, token, answered } = said;
    const words = nodeMessages(language);
    const asked = { title: poll.title, name: by };
    const text = words(`mail.poll.${news}`, { ...asked, some: answered?.some ?? 0, of: answered?.of ?? 0 });
    const rows: [string, string][] = [];
    if (poll.place !== "") rows.push([words("mail.where"), poll.place]);
    if (poll.closesAt !== null && isAsking(news))
      rows.push([words("mail.poll.closes"), momentIn(said, poll.closesAt, language)]);
    const path = token === undefined ? `/polls/${poll.id}` : `/p/${token}?lang=${language}`;
    const label = words(isAsking(news) ? "mail.poll.answer" : "mail.poll.see");
    const times = isAsking(news) ? timesText(said, language) : "";
    const blocks: MailBlock[] = [
      { kind: "heading", text: poll.title },
      { kind: "text", text },
      ...(times === "" ? [] : [{ kind: "text", text: times } as const]),
      ...(rows.length > 0 ? [{ kind: "facts", rows } as const] : []),
      ...(origin === null ? [] : [{ kind: "links", links: [{ label, url: `${origin}${path}` }] } as const]),
      ...(token === undefined ? [] : [{ kind: "text", text: words("mail.poll.own") } as const]),
    ];
    return {
      title: poll.title,
      body: text,
      subject: words(`mail.poll.subject.${isAsking(news) ? "ask" : "say"}`, asked),
      mail: mailBody(blocks),
    };
  };

const isAsking = (news: PollNoticeSaid["news"]): boolean =>
  news === "invited" || news === "reminder" || news === "changed";

/** The times that a poll asks about, a line each. */
function timesText({ poll, timeZone }: PollNoticeSaid, language: Language): string {
  const { options, length, isAllDay } = poll;
  const lines = options.slice(0, MOST_TIMES).map(({ start }) => {
    const zone = isAllDay ? UTC.id : timeZone;
    const times = timesOnClocks({ start, end: start + length, isAllDay, timeZone: zone });
    return times ? briefSpanText(...times, language) : "";
  });
  const more = options.length - lines.length;
  return [...lines, ...(more > 0 ? [nodeMessages(language)("mail.poll.more", { count: more })] : [])].join(
    "\n",
  );
}

function momentIn({ timeZone }: PollNoticeSaid, at: number, language: Language): string {
  const zone = ianaZone(timeZone)?.id ?? UTC.id;
  const times = timesOnClocks({ start: at, end: at, isAllDay: false, timeZone: zone });
  return times ? briefSpanText(...times, language) : "";
}
