import type { HealthCheck } from "@snart/calendar/jmap/health.ts";
import { OUTSIDE_MESSAGE } from "../outside-gateway.ts";
import { MAIL_MESSAGE } from "../outbox/queue-mail.ts";
import { COLLECTION_PUSH } from "../webdav-push/registrations.ts";
import { PUSH_MESSAGE } from "../push/push-subscriptions.ts";
import { DOUBTED_FOR } from "./clock-mark.ts";
import { check, THRESHOLDS } from "./health-check.ts";
import type { HealthFacts } from "./health-facts.ts";
import { judgeProcess } from "./judge-process.ts";

const MAILS: readonly string[] = [MAIL_MESSAGE, OUTSIDE_MESSAGE];
const PUSHES: readonly string[] = [PUSH_MESSAGE, COLLECTION_PUSH];

/**
 * Judges everything that is known of a server.
 * @returns a check for each thing that it has, in the order in which they are shown
 */
export function judgeHealth(facts: HealthFacts): readonly HealthCheck[] {
  const isMail = ({ kind }: { readonly kind: string }): boolean => MAILS.includes(kind);
  const isPush = ({ kind }: { readonly kind: string }): boolean => PUSHES.includes(kind);
  const checks: readonly (HealthCheck | undefined)[] = [
    databaseCheck(facts),
    diskCheck(facts),
    backupsCheck(facts),
    facts.mail.isSetUp
      ? outboxCheck("mail", facts, facts.outbox.filter(isMail))
      : check("mail", "off", "off"),
    mailboxCheck(facts),
    outboxCheck(
      "deliveries",
      facts,
      facts.outbox.filter((it) => !isMail(it) && !isPush(it)),
    ),
    outboxCheck("push", facts, facts.outbox.filter(isPush), { devices: facts.devices }),
    feedsCheck(facts),
    jobsCheck(facts),
    ...judgeProcess(facts),
    clockCheck(facts),
    facts.conflicts === undefined
      ? undefined
      : check("bookings", "well", "ok", { figures: { count: facts.conflicts } }),
    check("people", "well", "ok", { figures: facts.people }),
  ];
  return checks.filter((it) => it !== undefined);
}

function databaseCheck({ storage, load }: HealthFacts): HealthCheck {
  const name = storage.dialect === "postgres" ? "PostgreSQL" : "SQLite";
  const figures = {
    name,
    version: storage.schemaVersion,
    size: load.databaseBytes,
    log: load.logBytes ?? 0,
    waiting: load.waiting,
  };
  const says = { unavailable: "unavailable", "other-schema": "otherSchema", damaged: "damaged" } as const;
  const { trouble } = storage;
  if (trouble !== null && trouble in says)
    return check("database", "bad", says[trouble as keyof typeof says], { figures });
  if (load.waiting >= THRESHOLDS.waiting) return check("database", "soon", "busy", { figures });
  if (figures.log >= THRESHOLDS.logBytes) return check("database", "soon", "longLog", { figures });
  return check("database", "well", "ok", { figures });
}

/** Where the database is another server's, its disk is not ours to see. */
function diskCheck({ storage: { trouble, freeBytes } }: HealthFacts): HealthCheck | undefined {
  const figures = { size: freeBytes ?? 0 };
  if (trouble === "disk-full") return check("disk", "bad", "full", { figures });
  if (trouble === "disk-nearly-full") return check("disk", "bad", "nearlyFull", { figures });
  if (freeBytes === null) return undefined;
  return freeBytes < THRESHOLDS.freeBytes
    ? check("disk", "soon", "low", { figures })
    : check("disk", "well", "ok", { figures });
}

function backupsCheck({ backups }: HealthFacts): HealthCheck {
  if (!backups) return check("backups", "off", "off");
  const { missed, newestAt, nextAt } = backups;
  const { code = "", detail = "" } = backups.problem ?? {};
  const figures = { count: missed, problem: code, detail };
  const last = newestAt === null ? {} : { moment: ["last", newestAt] as const };
  const next = nextAt === null ? last : { moment: ["next", nextAt] as const };
  if (missed >= THRESHOLDS.missed.soon)
    return check("backups", missed >= THRESHOLDS.missed.bad ? "bad" : "soon", "missed", { figures, ...last });
  if (backups.problem !== null) return check("backups", "soon", "problem", { figures, ...last });
  return check("backups", "well", newestAt === null ? "never" : "ok", { figures, ...next });
}

/** What leaves one by one and should have left at once. */
function outboxCheck(
  thing: "mail" | "deliveries" | "push",
  { now }: HealthFacts,
  waiting: HealthFacts["outbox"],
  more: HealthCheck["figures"] = {},
): HealthCheck {
  const count = waiting.reduce((sum, one) => sum + one.count, 0);
  const failed = waiting.reduce((sum, one) => sum + one.failed, 0);
  const oldestAt = Math.min(now, ...waiting.map((one) => one.oldestAt));
  const age = now - oldestAt;
  const figures = { count, failed, ...more };
  if (age < THRESHOLDS.late.soon) return check(thing, "well", "ok", { figures });
  const state = age < THRESHOLDS.late.bad ? "soon" : "bad";
  return check(thing, state, "late", { figures, moment: ["oldest", oldestAt] });
}

function mailboxCheck({ mail: { mailbox } }: HealthFacts): HealthCheck | undefined {
  if (!mailbox) return undefined;
  const { lookedAt, problem } = mailbox;
  if (lookedAt === null) return check("mailbox", "well", "waiting");
  const moment = ["last", lookedAt] as const;
  return problem === null
    ? check("mailbox", "well", "ok", { moment })
    : check("mailbox", "bad", "trouble", { figures: { problem }, moment });
}

/** Nothing is said of feeds where there are none. */
function feedsCheck({ feeds }: HealthFacts): HealthCheck | undefined {
  if (feeds.all === 0) return undefined;
  const figures = { all: feeds.all, count: feeds.failing };
  return feeds.failing === 0
    ? check("feeds", "well", "ok", { figures })
    : check("feeds", "soon", "failing", { figures });
}

function jobsCheck({ jobs }: HealthFacts): HealthCheck {
  const of = (...states: readonly string[]): number =>
    jobs.filter(({ state }) => states.includes(state)).reduce((sum, { count }) => sum + count, 0);
  const [dead, retrying] = [of("dead"), of("retrying")];
  if (dead > 0) return check("jobs", "bad", "dead", { figures: { count: dead } });
  if (retrying > 0) return check("jobs", "soon", "retrying", { figures: { count: retrying } });
  return check("jobs", "well", "ok", { figures: { count: of("queued", "running") } });
}

function clockCheck({ now, clockSteadySince }: HealthFacts): HealthCheck {
  const hasJumped = clockSteadySince !== undefined && now - clockSteadySince < DOUBTED_FOR;
  return hasJumped
    ? check("clock", "soon", "jumped", { moment: ["since", clockSteadySince] })
    : check("clock", "well", "ok");
}
