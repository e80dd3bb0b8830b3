import type { MailSettings, MailTrial } from "@snart/calendar/jmap/mail.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import { DAY, SECOND } from "@snart/calendar/time/instant.ts";
import type { MailDelivery, ReceivedMail } from "../../storage/records/mail.ts";
import type { OutboxMessage } from "../../storage/records/queues.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import { recordAudit } from "../audit.ts";
import { grantAdministration } from "../grants.ts";
import type { Problem } from "../problems.ts";
import { OUTSIDE_MESSAGE } from "../outside-gateway.ts";
import type { MailboxState } from "../mail-administration.ts";
import { MAIL_MESSAGE, TO_OTHERS } from "../outbox/queue-mail.ts";
import { recordDeliveryIn } from "./record-delivery.ts";

/** The most rows of each list. */
const MOST = 100;
const MOST_CAUSES = 10;
const KINDS = [MAIL_MESSAGE, OUTSIDE_MESSAGE];

/** A mail that has not been sent yet. */
export interface WaitingMail {
  readonly message: OutboxMessage;
  readonly delivery: MailDelivery;
}

/** Who has caused mails to others. */
export interface MailCause {
  readonly login: string;
  readonly name: string;
  readonly count: number;
}

export interface MailReport {
  readonly settings: MailSettings | null;
  readonly mailbox: MailboxState | null;
  /** Oldest first. */
  readonly waiting: readonly WaitingMail[];
  /** Mails that failed or bounced, latest first. */
  readonly failed: readonly MailDelivery[];
  /** Newest first. */
  readonly received: readonly ReceivedMail[];
  /** Of the last 24 hours, the most first. */
  readonly causes: readonly MailCause[];
  /** How many each person may cause in that time. */
  readonly mailsPerDay: number;
}

/** The state of mail, for the server's administrators. Contents are not shown. */
export function mailReport(app: App, actor: Actor): Promise<Result<MailReport, Problem>> {
  return app.storage.read(async (tx) => {
    const granted = await grantAdministration(tx, actor);
    if (!granted.ok) return granted;
    const messages = await tx.queues.unsent(KINDS, MOST);
    const deliveries = new Map(
      (await tx.mail.deliveriesById(messages.map(({ id }) => id))).map((one) => [one.id, one]),
    );
    return ok({
      settings: app.mailAdministration?.settings ?? null,
      mailbox: app.mailAdministration?.mailbox() ?? null,
      waiting: messages.flatMap((message) => {
        const delivery = deliveries.get(message.id);
        return delivery ? { message, delivery } : [];
      }),
      failed: await tx.mail.failed(MOST),
      received: await tx.mail.received(MOST),
      causes: await causesOfToday(app, tx),
      mailsPerDay: app.limits.mailsPerDay,
    });
  });
}

async function causesOfToday(app: App, tx: Reads): Promise<readonly MailCause[]> {
  const found = await tx.mail.causesSince(app.now() - DAY, TO_OTHERS, MOST_CAUSES);
  const causes: MailCause[] = [];
  for (const { principalId, count } of found) {
    const person = await tx.principals.byId(principalId);
    if (person) causes.push({ login: person.login, name: person.displayName, count });
  }
  return causes;
}

/**
 * Sends the actor a test message, bypassing the queue, and reports the mail server's answer.
 * @returns `mail-not-set-up` if no mail is sent, or none to the actor's own address
 */
export async function testMail(app: App, actor: Actor): Promise<Result<MailTrial, Problem>> {
  const asked = await app.storage.read(async (tx) => {
    const granted = await grantAdministration(tx, actor);
    if (!granted.ok) return granted;
    const person = await tx.principals.byId(actor.principalId);
    return person?.email && app.outside?.reaches(person.email)
      ? ok({
          email: person.email,
          name: person.displayName,
          language: person.preferences.language ?? "en-GB",
        })
      : failed({ code: "mail-not-set-up" } as const);
  });
  if (!asked.ok) return asked;
  if (!app.mailAdministration) return failed({ code: "mail-not-set-up" });
  const { email, name, language } = asked.value;
  const trial = await app.mailAdministration.tryOut({ email, name }, language);
  const detail = { login: actor.login, outcome: trial.outcome };
  const entry = { actorId: actor.principalId, action: "mail-tested", subject: email, detail } as const;
  await app.storage.write((tx) => recordAudit(app, tx, entry));
  return ok(trial);
}

/** Longer than a process holds a message while sending it: a message that waits longer is not being sent. */
const LEASE = 15 * SECOND;

/** Makes mails that wait for their next attempt due at once. @returns how many */
export function retryMail(app: App, actor: Actor, ids: readonly string[]): Promise<Result<number, Problem>> {
  return app.storage.write(async (tx) => {
    const granted = await grantAdministration(tx, actor);
    if (!granted.ok) return granted;
    const now = app.now();
    const found = await mailsAmong(tx, ids);
    const count = await tx.queues.hastenOutbox(found, now + LEASE, now);
    if (count === 0) return ok(count);
    for (const { recipient } of await tx.mail.deliveriesById(found))
      await recordAudit(app, tx, {
        actorId: actor.principalId,
        action: "mail-retried",
        subject: recipient,
        detail: { login: actor.login },
      });
    app.outboxFilled?.();
    return ok(count);
  });
}

/** Gives up unsent mails permanently; their log entries say so. @returns how many */
export function giveUpMail(app: App, actor: Actor, ids: readonly string[]): Promise<Result<number, Problem>> {
  return app.storage.write(async (tx) => {
    const granted = await grantAdministration(tx, actor);
    if (!granted.ok) return granted;
    const found = await mailsAmong(tx, ids);
    for (const { id, recipient, detail } of await tx.mail.deliveriesById(found)) {
      await tx.queues.finishOutbox(id);
      await recordDeliveryIn(tx, app.now(), id, "failed", detail ?? "");
      const said = { login: actor.login, lastError: detail ?? "" };
      await recordAudit(app, tx, {
        actorId: actor.principalId,
        action: "mail-given-up",
        subject: recipient,
        detail: said,
      });
    }
    return ok(found.length);
  });
}

type Reads = Parameters<Parameters<App["storage"]["read"]>[0]>[0];

/** The ids that are unsent mails: other effects can't be stopped. */
async function mailsAmong(tx: Reads, ids: readonly string[]): Promise<readonly string[]> {
  const wanted = new Set(ids);
  const messages = await tx.queues.unsent(KINDS, MOST);
  return messages.filter(({ id }) => wanted.has(id)).map(({ id }) => id);
}
