import type { App } from "../app/app.ts";
import { mailBody, type MailBlock } from "../app/outbox/mail-body.ts";
import { sendNotice, pathOf, type NoticeWords } from "../app/notices/send-notice.ts";
import type { Language } from "@snart/locales/language.ts";
import { nodeMessages } from "@snart/locales/messages-node.ts";
import { timesOnClocks } from "./reminder-words.ts";
import { briefSpanText, clocksText, spanText, type Clock } from "../app/when-text.ts";

/**
 * Sends the notices of the outbox with their text. @param origin the address of the server; null: unknown, and mail
 * has no links
 */
export const noticeSender =
  (origin: string | null) =>
  (app: App, payload: unknown): Promise<void> =>
    sendNotice(app, payload, noticeWords(origin));

/** A moment on a person's clocks. */
function timeText(at: number, timeZone: string, language: Language, clock: Clock): string {
  const times = timesOnClocks({ start: at, end: at, isAllDay: false, timeZone });
  return (times && clocksText(...times, language, clock)) ?? "";
}

/** The text of notices: the same as in the list of notifications. Times are absolute, in the person's zone. */
const noticeWords =
  (origin: string | null): NoticeWords =>
  (notice, timeZone, language, clock) => {
    const words = nodeMessages(language);
    const name = notice.title || words("notifications.untitled");
    const said = words(`notifications.${notice.news}`, {
      name: notice.by || words("notifications.somebody"),
      title: name,
      time: notice.until === undefined ? "" : timeText(notice.until, timeZone, language, clock),
    });
    const times = notice.times && timesOnClocks({ ...notice.times, timeZone });
    const facts: [string, string][] = [
      ...(times ? [[words("mail.when"), spanText(...times, language, clock)] as [string, string]] : []),
      ...(notice.place ? [[words("mail.where"), notice.place] as [string, string]] : []),
    ];
    const link = { label: words("mail.open"), url: `${origin}${pathOf(notice)}` };
    const blocks: MailBlock[] = [
      { kind: "heading", text: name },
      { kind: "text", text: said },
      ...(facts.length > 0 ? [{ kind: "facts", rows: facts } as const] : []),
      ...(origin === null ? [] : [{ kind: "links", links: [link] } as const]),
      { kind: "rule" },
      { kind: "text", text: words("mail.notice.why") },
    ];
    return {
      title: said,
      body: [times ? briefSpanText(...times, language) : "", notice.place]
        .filter((part) => part !== "")
        .join("\n"),
      subject: said.replace(/\s+/g, " "),
      mail: mailBody(blocks),
    };
  };
