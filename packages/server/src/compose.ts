import { join } from "node:path";
import type { Hono } from "hono";
import type { App } from "./app/app.ts";
import { RESET_JOB, runReset } from "./app/accounts/ask-reset.ts";
import { IMPORT_JOB, runImport } from "./app/calendars/import-job.ts";
import { problemOfFailure } from "./app/storage-problem.ts";
import { deliverShareNotice, SHARE_NOTICE } from "./app/notices/share-notice.ts";
import { deliverMessage } from "./app/delivery/deliver.ts";
import { SCHEDULING_MESSAGE } from "./app/scheduling/outgoing.ts";
import { ANSWERS_MESSAGE, sendAnswers } from "./app/scheduling/spread-answers.ts";
import { SIGN_UP_NOTICE } from "./app/places/notify-of-places.ts";
import { answerDav, mountFrontEnds } from "./front-ends.ts";
import { openErrorReporter } from "./http/error-reporting/open-error-reporter.ts";
import type { HttpEnv } from "./http/http-env.ts";
import { directHandler } from "./http/direct/direct-handler.ts";
import { Guards, type GuardParts } from "./http/guards.ts";
import type { Handlers } from "./http/listen.ts";
import { openLog, type Logger } from "./http/logger.ts";
import { createServer } from "./http/server.ts";
import { openStaticSite, type StaticSite } from "./http/static-site.ts";
import { startFeedLoop } from "./jobs/feed-loop.ts";
import { startJobLoop } from "./jobs/job-loop.ts";
import { startReminderLoop, type ReminderLoopParts } from "./jobs/reminder-loop.ts";
import { pushSender } from "./jmap/push/send-push.ts";
import type { EffectSender, EffectSenders } from "./jobs/send-effects.ts";
import { PUSH_MESSAGE } from "./app/push/push-subscriptions.ts";
import { MAIL_MESSAGE } from "./app/outbox/queue-mail.ts";
import { mailAdministration } from "./mail/mail-administration.ts";
import { openMail, type MailOut } from "./mail/open-mail.ts";
import { openMailbox, type Mailbox } from "./mail/mailbox.ts";
import { mailSender } from "./mail/send-mail.ts";
import { agendaWords, reminderWords } from "./mail/reminder-words.ts";
import { outsideSender } from "./mail/send-outside.ts";
import { signUpNoticeSender } from "./mail/sign-up-notice.ts";
import { noticeSender } from "./mail/notice-words.ts";
import { NOTICE } from "./app/notices/notice.ts";
import { HANDOVER_NOTICE } from "./app/notices/handover-notice.ts";
import { OFFER_NOTICE } from "./app/notices/offer-notice.ts";
import { SERIES_JOB } from "./app/bookables/claim-times.ts";
import { DRAW_JOB } from "./app/bookables/plan-draws.ts";
import { runDraw } from "./app/bookings/draws/make-draw.ts";
import { DRAWN_NOTICE } from "./app/notices/draw-notice.ts";
import { drawnSender } from "./mail/draw-words.ts";
import { OFFERS_JOB, runOffers } from "./app/bookables/offer-freed.ts";
import { PARTY_GONE_JOB } from "./app/bookables/party-gone.ts";
import { runPartyGone } from "./app/bookings/party-gone.ts";
import { runSeries } from "./app/bookings/series/extend-series.ts";
import { handoverSender } from "./mail/handover-words.ts";
import { offerSender } from "./mail/offer-words.ts";
import { POLL_NOTICE } from "./app/polls/notice.ts";
import { pollSender } from "./mail/poll-words.ts";
import { PAGE_BOOKING_NOTICE } from "./app/booking-pages/notice.ts";
import { pageBookingSender } from "./mail/page-booking-words.ts";
import { OUTSIDE_MESSAGE } from "./app/outside-gateway.ts";
import { openApp, type AppOverrides, type ServerConfig } from "./open-app.ts";
import { VERSION } from "./version.ts";

export interface ComposeOverrides extends AppOverrides {
  readonly log?: Logger;
  /** The built web app, if another than that of this repository. */
  readonly site?: StaticSite;
  /** Routes before all others, for special servers. */
  readonly extraRoutes?: (server: Hono<HttpEnv>, app: App) => void;
  /** Pause between two looks for jobs; 0 runs none. */
  readonly jobsEveryMs?: number;
}
/** `fetch` is the whole server; `direct` answers some requests faster. */
export interface Composed extends Required<Handlers> {
  readonly app: App;
  readonly log: Logger;
  /** Logs and reports an error that no request or job caught. */
  readonly onStrayError: (error: unknown) => void;
  /** Ends jobs and event streams, sends waiting error reports, closes storage. Call it when no request is left. */
  close(): Promise<void>;
}

/** How long a running job may go on when the server stops. */
const JOB_GRACE_MS = 10_000;
const UNTRUSTED_PROXY =
  "A proxy sends X-Forwarded-For, but SNART_TRUSTED_PROXIES does not name it: all people behind it count as one address when wrong passwords are counted. Set SNART_TRUSTED_PROXIES to the proxy's address.";
const ROOT = join(import.meta.dirname, "..", "..", "..");

/**
 * Puts a server together from its configuration, without listening yet. Throws StartProblem if something is missing.
 */
export async function composeApp(config: ServerConfig, overrides: ComposeOverrides = {}): Promise<Composed> {
  const { log: givenLog, site, extraRoutes, jobsEveryMs = 1_000, ...appOverrides } = overrides;
  const log = givenLog ?? openLog(config.logLevel, config.logFormat);
  const reporter = await openErrorReporter({ dsn: config.sentryDsn, release: VERSION, root: ROOT });
  // Writers announce outbox rows before their commit, so the outbox is read after the next commit.
  let isOutboxFilled = false;
  const outboxFilled = (): void => void (isOutboxFilled = true);
  const mail = openMail(config);
  const now = appOverrides.now ?? Date.now;
  const ofMail = mailAdministration(config, mail, () => loops?.mailbox?.state(), now);
  const watch = watchFor(log);
  const hooks = { ...watch.hooks, outboxFilled, mailAdministration: ofMail };
  const opened = await openApp(config, { ...hooks, ...appOverrides });
  const { app } = opened;
  const reportError: GuardParts["reportError"] = (error, place) => reporter.report(error, place);
  const https = config.publicUrl?.startsWith("https:") === true;
  const { publicUrl, trustedProxies } = config;
  const { limits, newId: newRequestId } = app;
  const ways = { publicUrl, trustedProxies, onUntrustedProxy: watch.onUntrustedProxy };
  const guards = new Guards({ ...ways, limits, log, reportError, newRequestId });
  const mounts: (() => Promise<void>)[] = [];
  const server = createServer({
    guards,
    https,
    errorReportOrigin: config.sentryDsn && new URL(config.sentryDsn).origin,
    isWell: async () => (await app.storage.health()).ok,
    site: site ?? openStaticSite(join(ROOT, "packages", "web", "dist")),
    mount: (routes) => {
      extraRoutes?.(routes, app);
      mounts.push(mountFrontEnds(routes, { app, config, reportError, log }));
    },
  });
  const isOutage = outages(log);
  const errorOf =
    (route: string, message: string) =>
    (error: unknown): void => {
      if (isOutage(error)) return;
      log.error({ err: error }, message);
      reporter.report(error, { requestId: app.newId(), route });
    };
  const parts = { app, effects: effectsOf(config, mail), onError: errorOf("job", "a job failed") };
  const loops = jobsEveryMs > 0 ? startLoops(config, log, parts, jobsEveryMs) : undefined;
  const stopWaking = app.storage.onAccountChange(() => {
    if (isOutboxFilled) loops?.wake();
    isOutboxFilled = false;
  });
  return {
    app,
    log,
    onStrayError: errorOf("stray", "an error that nothing caught"),
    fetch: (request, bindings) => server.fetch(request, bindings),
    direct: directHandler({ guards, https, answer: answerDav(app, config) }),
    async close() {
      stopWaking();
      await Promise.all([loops?.stop(), ...mounts.map((unmount) => unmount())]);
      mail?.transport.close();
      await reporter.close(2_000);
      await opened.close();
    },
  };
}

/** Tells whether an error only says that the database is away, and warns of that once a minute: the loops meet it every second. */
function outages(log: Logger): (error: unknown) => boolean {
  let warnedAt = -Infinity;
  return (error) => {
    if (problemOfFailure(error) === undefined) return false;
    const now = performance.now();
    if (now - warnedAt < 60_000) return true;
    warnedAt = now;
    log.warn({ reason: String(error) }, "the database did not answer");
    return true;
  };
}

/** Warns of failed sign-ins, and of a proxy that should be trusted, which it remembers. */
function watchFor(log: Logger): {
  readonly hooks: Pick<App, "untrustedProxy" | "onFailedSignIn">;
  readonly onUntrustedProxy: (peer: string) => void;
} {
  let proxy: string | null = null;
  return {
    hooks: {
      untrustedProxy: () => proxy,
      onFailedSignIn: (failure) => log.warn(failure, "a sign-in failed"),
    },
    onUntrustedProxy(peer) {
      proxy = peer;
      log.warn({ proxy }, UNTRUSTED_PROXY);
    },
  };
}

/** Starts everything that runs without a request. */
function startLoops(
  config: ServerConfig,
  log: Logger,
  parts: Omit<ReminderLoopParts, "reminderWords" | "agendaWords">,
  everyMs: number,
) {
  const { app, onError } = parts;
  const { publicUrl } = config;
  const words = { reminderWords: reminderWords(publicUrl), agendaWords: agendaWords(publicUrl) };
  const jobs = startJobLoop({ ...parts, jobs: JOBS }, everyMs);
  const others = [startReminderLoop({ ...parts, ...words }, everyMs), startFeedLoop(app, onError, everyMs)];
  const mailbox = mailboxOf(app, config, log, onError);
  return {
    mailbox,
    wake: () => jobs.wake(),
    stop: () => Promise.all([...[jobs, ...others].map((loop) => loop.stop(JOB_GRACE_MS)), mailbox?.close()]),
  };
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

const JOBS = new Map([
  [IMPORT_JOB, runImport],
  [RESET_JOB, runReset],
  [OFFERS_JOB, runOffers],
  [SERIES_JOB, runSeries],
  [DRAW_JOB, runDraw],
  [PARTY_GONE_JOB, runPartyGone],
]);
const effectsOf = ({ publicUrl }: ServerConfig, mail: MailOut | undefined): EffectSenders =>
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
    ...(mail
      ? ([
          [MAIL_MESSAGE, mailSender(mail)],
          [OUTSIDE_MESSAGE, outsideSender(mail)],
        ] as const)
      : []),
  ]);
