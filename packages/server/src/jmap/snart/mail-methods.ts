import type { ServerMail } from "@snart/calendar/jmap/mail.ts";
import { formatUtcDateTime } from "@snart/calendar/jscalendar/date-time-text.ts";
import { failed, ok } from "@snart/calendar/result.ts";
import * as v from "valibot";
import {
  giveUpMail,
  mailReport,
  retryMail,
  testMail,
  type MailReport,
  type WaitingMail,
} from "../../app/mail/administer-mail.ts";
import type { MailDelivery } from "../../app/types.ts";
import { ownAccountMethod, type Method } from "../method.ts";
import { methodErrorOf } from "../problem.ts";
import { id, idText } from "../standard/arguments.ts";
import { SNART } from "../wire/capabilities.ts";

const account = v.strictObject({ accountId: id });
const some = v.strictObject({ accountId: id, ids: v.pipe(v.array(idText), v.maxLength(500)) });

/** Server/mail: mail settings, waiting, failed and received mail, for administrators. Secrets are never shown. */
const mail = ownAccountMethod(SNART, account, async ({ app, actor }, { id: accountId }) => {
  const found = await mailReport(app, actor);
  return found.ok ? ok({ accountId, mail: recordOf(found.value) }) : failed(methodErrorOf(found.problem));
});

/** Server/testMail: a message to oneself, now, with the mail server's answer. */
const test = ownAccountMethod(SNART, account, async ({ app, actor }, { id: accountId }) => {
  const tried = await testMail(app, actor);
  return tried.ok ? ok({ accountId, ...tried.value }) : failed(methodErrorOf(tried.problem));
});

/** Server/retryMail: makes waiting mails due at once. */
const retry = ownAccountMethod(SNART, some, async ({ app, actor }, { id: accountId }, { ids }) => {
  const done = await retryMail(app, actor, ids);
  return done.ok ? ok({ accountId, count: done.value }) : failed(methodErrorOf(done.problem));
});

/** Server/giveUpMail: gives waiting mails up. */
const giveUp = ownAccountMethod(SNART, some, async ({ app, actor }, { id: accountId }, { ids }) => {
  const done = await giveUpMail(app, actor, ids);
  return done.ok ? ok({ accountId, count: done.value }) : failed(methodErrorOf(done.problem));
});

const recordOf = ({
  settings,
  mailbox,
  waiting,
  failed: lost,
  received,
  causes,
  mailsPerDay,
}: MailReport): ServerMail => ({
  settings,
  mailbox: mailbox && {
    ...mailbox,
    lookedAt: mailbox.lookedAt === null ? null : formatUtcDateTime(mailbox.lookedAt),
  },
  waiting: waiting.map(waitingRecord),
  failed: lost.map(deliveryRecord),
  causes,
  mailsPerDay,
  received: received.map(({ at, sender, subject, method, outcome, detail }) => ({
    at: formatUtcDateTime(at),
    sender,
    subject,
    method,
    outcome,
    detail,
  })),
});

const waitingRecord = ({ message, delivery }: WaitingMail) => ({
  ...deliveryRecord(delivery),
  attempts: message.attempts,
  nextAt: formatUtcDateTime(message.availableAt),
  lastError: message.lastError,
});

const deliveryRecord = ({
  id: one,
  recipient,
  purpose,
  state,
  detail,
  createdAt,
  updatedAt,
}: MailDelivery) => ({
  id: one,
  recipient,
  purpose,
  state,
  detail,
  createdAt: formatUtcDateTime(createdAt),
  updatedAt: formatUtcDateTime(updatedAt),
});

/** Mail for administrators. */
export const mailMethods: readonly (readonly [string, Method])[] = [
  ["Server/mail", mail],
  ["Server/testMail", test],
  ["Server/retryMail", retry],
  ["Server/giveUpMail", giveUp],
];
