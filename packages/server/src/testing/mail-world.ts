import type { Actor } from "../app/actor.ts";
import type { App } from "../app/app.ts";
import { deliverShareNotice, SHARE_NOTICE } from "../app/notices/share-notice.ts";
import { MAIL_MESSAGE } from "../app/outbox/queue-mail.ts";
import { NOTICE } from "../app/notices/notice.ts";
import { putObject } from "../app/write/put-object.ts";
import { deliverMessage } from "../app/delivery/deliver.ts";
import { SCHEDULING_MESSAGE } from "../app/scheduling/outgoing.ts";
import { ANSWERS_MESSAGE, sendAnswers } from "../app/scheduling/spread-answers.ts";
import { POLL_NOTICE } from "../app/polls/notice.ts";
import { pollSender } from "../mail/poll-words.ts";
import { PAGE_BOOKING_NOTICE } from "../app/booking-pages/notice.ts";
import { pageBookingSender } from "../mail/page-booking-words.ts";
import { OUTSIDE_MESSAGE } from "../app/outside-gateway.ts";
import { SIGN_UP_NOTICE } from "../app/places/notify-of-places.ts";
import { sendEffects, type EffectSender } from "../jobs/send-effects.ts";
import { openMail, type MailConfig, type MailOut } from "../mail/open-mail.ts";
import { noticeSender } from "../mail/notice-words.ts";
import { mailSender } from "../mail/send-mail.ts";
import { outsideSender } from "../mail/send-outside.ts";
import { signUpNoticeSender } from "../mail/sign-up-notice.ts";
import { openSmtpSink, type SmtpSink } from "./smtp-sink.ts";
import { firstCalendarOf, openTestApp, ownCalendar, type TestApp, type TestAppOptions } from "./test-app.ts";

/** People with calendars, and a real mail server that accepts their mail. */
export interface MailWorld extends TestApp {
  readonly sink: SmtpSink;
  readonly mail: MailOut;
  /** Writes an object into somebody's first calendar. Throws on a refusal. */
  put(actor: Actor, uri: string, text: string): Promise<void>;
  /** The text at that path, unfolded. */
  text(actor: Actor, uri: string): Promise<string>;
  /** Sends everything that is due. @returns the failures */
  send(): Promise<readonly unknown[]>;
}

export async function openMailWorld(
  config: Partial<MailConfig> = {},
  options?: TestAppOptions,
): Promise<MailWorld> {
  const test = await openTestApp(options);
  const sink = await openSmtpSink();
  const mail = openMail({
    smtpUrl: sink.url,
    mailFrom: "calendar@snart.example",
    mailReplies: "answers@snart.example",
    publicUrl: "https://snart.example",
    ...config,
  });
  if (!mail) throw new Error("no mail");
  const app: App = { ...test.app, outside: mail.gateway };
  const senders = new Map<string, EffectSender>([
    [MAIL_MESSAGE, mailSender(mail)],
    [OUTSIDE_MESSAGE, outsideSender(mail)],
    [SCHEDULING_MESSAGE, deliverMessage],
    [ANSWERS_MESSAGE, sendAnswers],
    [SHARE_NOTICE, deliverShareNotice],
    [NOTICE, noticeSender("https://snart.example")],
    [PAGE_BOOKING_NOTICE, pageBookingSender("https://snart.example")],
    [POLL_NOTICE, pollSender("https://snart.example")],
    [SIGN_UP_NOTICE, signUpNoticeSender("https://snart.example")],
  ]);
  return {
    ...test,
    app,
    sink,
    mail,
    async put(actor, uri, text) {
      const stored = await putObject(
        app,
        actor,
        ownCalendar(actor, await firstCalendarOf(app, actor)),
        uri,
        text,
        {},
      );
      if (!stored.ok) throw new Error(JSON.stringify(stored.problem));
    },
    async text(actor, uri) {
      const calendarId = await firstCalendarOf(app, actor);
      const stored = await app.storage.read((tx) => tx.objects.byUri(calendarId, uri));
      return stored?.icalendar.replace(/\r\n /g, "") ?? "";
    },
    async send() {
      const errors: unknown[] = [];
      await sendEffects(
        app,
        senders,
        (error) => errors.push(error),
        () => false,
      );
      return errors;
    },
    async close() {
      mail.transport.close();
      await sink.close();
      await test.close();
    },
  };
}
