import type { App } from "./app/app.ts";
import { RESET_JOB, runReset } from "./app/accounts/ask-reset.ts";
import { IMPORT_JOB, runImport } from "./app/calendars/import-job.ts";
import { deliverShareNotice, SHARE_NOTICE } from "./app/notices/share-notice.ts";
import { deliverMessage } from "./app/delivery/deliver.ts";
import { SCHEDULING_MESSAGE } from "./app/scheduling/outgoing.ts";
import { ANSWERS_MESSAGE, sendAnswers } from "./app/scheduling/spread-answers.ts";
import { SIGN_UP_NOTICE } from "./app/places/notify-of-places.ts";
import type { Logger } from "./http/logger.ts";
import { startBackupLoop } from "./jobs/backup-loop.ts";
import { startFeedLoop } from "./jobs/feed-loop.ts";
import { startJobLoop } from "./jobs/job-loop.ts";
import { startLineLoop } from "./line-loop.ts";
import { startReminderLoop } from "./jobs/reminder-loop.ts";
import { pushSender } from "./jmap/push/send-push.ts";
import type { EffectSender, EffectSenders } from "./jobs/send-effects.ts";
import { COLLECTION_PUSH } from "./app/webdav-push/registrations.ts";
import { collectionPushSender } from "./dav/push/send-push.ts";
import { PUSH_MESSAGE } from "./app/push/push-subscriptions.ts";
import { MAIL_MESSAGE } from "./app/outbox/queue-mail.ts";
import type { MailOut } from "./mail/open-mail.ts";
import { openMailbox, type Mailbox } from "./mail/mailbox.ts";
import { mailSender } from "./mail/send-mail.ts";
import { agendaWords, reminderWords } from "./mail/reminder-words.ts";
import { outsideSender } from "./mail/send-outside.ts";
import { signUpNoticeSender } from "./mail/sign-up-notice.ts";
import { noticeSender } from "./mail/notice-words.ts";
import { NOTICE } from "./app/notices/notice.ts";
import { HANDOVER_NOTICE } from "./app/notices/handover-notice.ts";
import { OFFER_NOTICE } from "./app/notices/offer-notice.ts";
import { CONFIRM_JOB, SERIES_JOB } from "./app/bookables/claim-times.ts";
import { DRAW_JOB } from "./app/bookables/plan-draws.ts";
import { runDraw } from "./app/bookings/draws/make-draw.ts";
import { DRAWN_NOTICE } from "./app/notices/draw-notice.ts";
import { drawnSender } from "./mail/draw-words.ts";
import { OFFERS_JOB, runOffers } from "./app/bookables/offer-freed.ts";
import { PARTY_GONE_JOB } from "./app/bookables/party-gone.ts";
import { runPartyGone } from "./app/bookings/party-gone.ts";
import { runConfirming } from "./app/bookings/confirming/confirm.ts";
import { checkZones, runZones, ZONES_JOB } from "./app/bookings/follow-zones.ts";
import { runSeries } from "./app/bookings/series/extend-series.ts";
import { handoverSender } from "./mail/handover-words.ts";
import { offerSender } from "./mail/offer-words.ts";
import { POLL_NOTICE } from "./app/polls/notice.ts";
import { pollSender } from "./mail/poll-words.ts";
import { PAGE_BOOKING_NOTICE } from "./app/booking-pages/notice.ts";
import { pageBookingSender } from "./mail/page-booking-words.ts";
import { OUTSIDE_MESSAGE } from "./app/outside-gateway.ts";
import { type ServerConfig } from "./open-app.ts";
import type { Metrics } from "./metrics/metrics.ts";
import type { Tracing } from "./tracing/tracing.ts";

interface LoopParts {
  readonly app: App;
  readonly mail: MailOut | undefined;
  readonly metrics: Metrics | undefined;
  readonly tracing: Tracing | undefined;
  readonly log: Logger;
  /** Called for every failure; the loops go on. */
  readonly onError: (error: unknown) => void;
}

/** How long a running job may go on when the server stops. */
const JOB_GRACE_MS = 10_000;

/** Starts everything that runs without a request. */
export function startLoops(config: ServerConfig, parts: LoopParts, everyMs: number) {
  const { app, mail, metrics, tracing, log, onError } = parts;
  const { publicUrl } = config;
  const words = { reminderWords: reminderWords(publicUrl), agendaWords: agendaWords(publicUrl) };
  const senders = effectsOf(config, mail);
  const counted = metrics?.counted("message", senders) ?? senders;
  const effects = tracing?.runners("message", counted) ?? counted;
  const countedJobs = metrics?.counted("job", JOBS) ?? JOBS;
  const runners = tracing?.runners("job", countedJobs) ?? countedJobs;
  const jobs = startJobLoop({ app, effects, onError, jobs: runners }, everyMs);
  const others = [
    startReminderLoop({ app, effects, onError, ...words }, everyMs),
    startFeedLoop(app, onError, everyMs),
    ...(app.backups ? [startBackupLoop(app, onError)] : []),
    startLineLoop(config, app, onError),
  ].filter((loop) => loop !== undefined);
  const mailbox = mailboxOf(app, config, log, onError);
  void followZones(app, log).catch(onError);
  return {
    mailbox,
    wake: () => jobs.wake(),
    stop: () => Promise.all([...[jobs, ...others].map((loop) => loop.stop(JOB_GRACE_MS)), mailbox?.close()]),
  };
}

/** Another release of the runtime may know the clocks of a country by other rules. */
async function followZones(app: App, log: Logger): Promise<void> {
  const release = process.versions["tz"] ?? "unknown";
  const former = await checkZones(app, release);
  if (former !== undefined)
    log.info({ former, release }, "the zone data is another: the times of coming bookings are derived again");
}

/** The mailbox that receives answers, if one is configured. */
function mailboxOf(
  app: App,
  { imapUrl, imapDoneFolder, mailAuthServer }: ServerConfig,
  log: Logger,
  onError: (error: unknown) => void,
): Mailbox | undefined {
  if (imapUrl === null) return undefined;
  const onSkipped = (uid: number, reason: string): void =>
    log.warn({ uid, reason }, "a mail was not taken in");
  return openMailbox({ app, config: { imapUrl, imapDoneFolder, mailAuthServer }, onError, onSkipped });
}

/** What runs each kind of background work. */
export const JOBS = new Map([
  [IMPORT_JOB, runImport],
  [RESET_JOB, runReset],
  [OFFERS_JOB, runOffers],
  [SERIES_JOB, runSeries],
  [DRAW_JOB, runDraw],
  [PARTY_GONE_JOB, runPartyGone],
  [ZONES_JOB, runZones],
  [CONFIRM_JOB, runConfirming],
]);
/** What sends each kind of message. */
export const effectsOf = ({ publicUrl }: ServerConfig, mail: MailOut | undefined): EffectSenders =>
  new Map<string, EffectSender>([
    [SCHEDULING_MESSAGE, deliverMessage],
    [ANSWERS_MESSAGE, sendAnswers],
    [SHARE_NOTICE, deliverShareNotice],
    [NOTICE, noticeSender(publicUrl)],
    [SIGN_UP_NOTICE, signUpNoticeSender(publicUrl)],
    [PAGE_BOOKING_NOTICE, pageBookingSender(publicUrl)],
    [POLL_NOTICE, pollSender(publicUrl)],
    [OFFER_NOTICE, offerSender(publicUrl)],
    [DRAWN_NOTICE, drawnSender(publicUrl)],
    [HANDOVER_NOTICE, handoverSender(publicUrl)],
    [PUSH_MESSAGE, pushSender({ subject: publicUrl ?? "https://localhost" })],
    [COLLECTION_PUSH, collectionPushSender({ subject: publicUrl ?? "https://localhost" })],
    ...(mail
      ? ([
          [MAIL_MESSAGE, mailSender(mail)],
          [OUTSIDE_MESSAGE, outsideSender(mail)],
        ] as const)
      : []),
  ]);
