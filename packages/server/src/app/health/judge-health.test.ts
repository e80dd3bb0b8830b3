import { needsAttention, type HealthCheck, type HealthThing } from "@snart/calendar/jmap/health.ts";
import { DAY, HOUR, MINUTE } from "@snart/calendar/time/instant.ts";
import { languages } from "@snart/locales/language.ts";
import type { MessageKey } from "@snart/locales/keys.ts";
import { nodeMessages } from "@snart/locales/messages-node.ts";
import { describe, expect, it } from "vitest";
import { THRESHOLDS } from "./health-check.ts";
import type { HealthFacts, ProcessFacts } from "./health-facts.ts";
import { judgeHealth } from "./judge-health.ts";

const NOW = Date.UTC(2026, 10, 29, 12);
const process: ProcessFacts = {
  version: "1.2.3",
  node: "26.1.0",
  startedAt: NOW - DAY,
  publicUrl: "https://example.org/kalender",
  eventSources: 3,
  certificate: { endsAt: NOW + 60 * DAY, isTrusted: true },
};
const WELL: HealthFacts = {
  now: NOW,
  storage: {
    dialect: "sqlite",
    schemaVersion: 46,
    ok: true,
    trouble: null,
    detail: "",
    freeBytes: 50_000_000_000,
  },
  load: { databaseBytes: 4_000_000, logBytes: 1_000_000, waiting: 0 },
  outbox: [],
  jobs: [],
  feeds: { all: 2, failing: 0 },
  mail: { isSetUp: true, mailbox: { lookedAt: NOW - MINUTE, problem: null } },
  devices: 4,
  backups: { missed: 0, problem: null, newestAt: NOW - 9 * HOUR, nextAt: NOW + 15 * HOUR },
  clockSteadySince: NOW - 3 * DAY,
  conflicts: 0,
  people: { people: 12, groups: 1 },
  untrustedProxy: null,
  process,
};
const judged = (thing: HealthThing, facts: Partial<HealthFacts> = {}): HealthCheck | undefined =>
  judgeHealth({ ...WELL, ...facts }).find((it) => it.thing === thing);
const said = (thing: HealthThing, facts: Partial<HealthFacts>): string | undefined => {
  const found = judged(thing, facts);
  return found && `${found.state} ${found.says}`;
};
const mails = (age: number, failed = 0): Partial<HealthFacts> => ({
  outbox: [{ kind: "mail", count: 4, failed, oldestAt: NOW - age }],
});
const storage = (fields: Partial<HealthFacts["storage"]>) => ({ storage: { ...WELL.storage, ...fields } });
const load = (fields: Partial<HealthFacts["load"]>) => ({ load: { ...WELL.load, ...fields } });
const NO_ROOM = { code: "no-room", detail: "There is no room left in /backups." } as const;
const backups = (fields: Partial<NonNullable<HealthFacts["backups"]>>) => ({
  backups: { missed: 0, problem: null, newestAt: NOW - DAY, nextAt: null, ...fields },
});
const running = (fields: Partial<ProcessFacts>) => ({ process: { ...process, ...fields } });
const certificate = (left: number, isTrusted = true) =>
  running({ certificate: { endsAt: NOW + left, isTrusted } });
const jobs = (state: "dead" | "retrying" | "done" | "queued") => ({
  jobs: [{ kind: "import", state, count: 1 }],
});
const mailbox = (lookedAt: number | null, problem: string | null) => ({
  mail: { isSetUp: true, mailbox: { lookedAt, problem } },
});

/** Each thing at each side of its threshold. */
const CASES: readonly (readonly [HealthThing, string | undefined, Partial<HealthFacts>])[] = [
  ["database", "well ok", {}],
  ["database", "bad unavailable", storage({ trouble: "unavailable" })],
  ["database", "bad otherSchema", storage({ trouble: "other-schema" })],
  ["database", "bad damaged", storage({ trouble: "damaged" })],
  ["database", "well ok", storage({ trouble: "disk-full" })],
  ["database", "well ok", load({ waiting: THRESHOLDS.waiting - 1 })],
  ["database", "soon busy", load({ waiting: THRESHOLDS.waiting })],
  ["database", "well ok", load({ logBytes: THRESHOLDS.logBytes - 1 })],
  ["database", "soon longLog", load({ logBytes: THRESHOLDS.logBytes })],
  ["database", "well ok", load({ logBytes: null })],
  ["disk", "well ok", storage({ freeBytes: THRESHOLDS.freeBytes })],
  ["disk", "soon low", storage({ freeBytes: THRESHOLDS.freeBytes - 1 })],
  ["disk", "bad nearlyFull", storage({ trouble: "disk-nearly-full", freeBytes: 1 })],
  ["disk", "bad full", storage({ trouble: "disk-full", freeBytes: 0 })],
  ["disk", undefined, storage({ freeBytes: null })],
  ["backups", "well ok", backups({})],
  ["backups", "well never", backups({ newestAt: null })],
  ["backups", "soon problem", backups({ problem: NO_ROOM })],
  ["backups", "soon missed", backups({ missed: 1, problem: NO_ROOM })],
  ["backups", "soon missed", backups({ missed: 2, problem: NO_ROOM })],
  ["backups", "bad missed", backups({ missed: 3, problem: NO_ROOM })],
  ["backups", "off off", { backups: undefined }],
  ["mail", "well ok", mails(THRESHOLDS.late.soon - 1, 4)],
  ["mail", "soon late", mails(THRESHOLDS.late.soon)],
  ["mail", "soon late", mails(THRESHOLDS.late.bad - 1)],
  ["mail", "bad late", mails(THRESHOLDS.late.bad)],
  ["mail", "off off", { mail: { isSetUp: false, mailbox: undefined }, ...mails(DAY) }],
  ["push", "well ok", mails(DAY)],
  ["deliveries", "well ok", mails(DAY)],
  ["push", "bad late", { outbox: [{ kind: "push", count: 1, failed: 1, oldestAt: NOW - HOUR }] }],
  [
    "deliveries",
    "soon late",
    { outbox: [{ kind: "notice", count: 1, failed: 0, oldestAt: NOW - 20 * MINUTE }] },
  ],
  ["mail", "well ok", { outbox: [{ kind: "push", count: 1, failed: 1, oldestAt: NOW - HOUR }] }],
  ["mailbox", "well ok", {}],
  ["mailbox", "well waiting", mailbox(null, null)],
  ["mailbox", "bad trouble", mailbox(NOW, "no such box")],
  ["mailbox", undefined, { mail: { isSetUp: true, mailbox: undefined } }],
  ["feeds", "well ok", {}],
  ["feeds", "soon failing", { feeds: { all: 2, failing: 1 } }],
  ["feeds", undefined, { feeds: { all: 0, failing: 0 } }],
  ["jobs", "well ok", jobs("done")],
  ["jobs", "well ok", jobs("queued")],
  ["jobs", "soon retrying", jobs("retrying")],
  ["jobs", "bad dead", jobs("dead")],
  ["address", "well ok", {}],
  ["address", "off off", running({ publicUrl: null })],
  ["address", "soon open", running({ publicUrl: "http://example.org" })],
  ["address", "soon open", running({ publicUrl: "http://10.example.org" })],
  ["address", "well ok", running({ publicUrl: "http://localhost:8080" })],
  ["address", "well ok", running({ publicUrl: "http://192.168.1.4" })],
  ["address", "well ok", running({ publicUrl: "http://snart.local" })],
  ["certificate", "well ok", certificate(THRESHOLDS.certificate.soon)],
  ["certificate", "soon ending", certificate(THRESHOLDS.certificate.soon - 1)],
  ["certificate", "soon ending", certificate(THRESHOLDS.certificate.bad)],
  ["certificate", "bad ending", certificate(THRESHOLDS.certificate.bad - 1)],
  ["certificate", "bad ended", certificate(0, false)],
  ["certificate", "soon untrusted", certificate(60 * DAY, false)],
  ["certificate", "off unknown", running({ certificate: undefined })],
  ["certificate", undefined, running({ publicUrl: "http://localhost" })],
  ["proxy", "soon untrusted", { untrustedProxy: "10.0.0.9" }],
  ["proxy", undefined, {}],
  ["clock", "well ok", { clockSteadySince: undefined }],
  ["clock", "well ok", { clockSteadySince: NOW - DAY }],
  ["clock", "soon jumped", { clockSteadySince: NOW - DAY + 1 }],
  ["bookings", "well ok", { conflicts: 7 }],
  ["bookings", undefined, { conflicts: undefined }],
  ["listeners", "well ok", {}],
  ["listeners", undefined, { process: undefined }],
  ["version", "well ok", {}],
  ["people", "well ok", {}],
];

describe("the health of a server", () => {
  it.each(CASES)("says of %s: %s", (thing, expected, facts) => expect(said(thing, facts)).toBe(expected));

  it("needs nobody when all is well, and names everything once", () => {
    const checks = judgeHealth(WELL);
    expect(checks.filter(needsAttention)).toEqual([]);
    expect(new Set(checks.map(({ thing }) => thing)).size).toBe(checks.length);
  });

  it("judges each thing by itself", () => {
    for (const [thing, expected, facts] of CASES) {
      if (!/^(soon|bad)/.test(expected ?? "")) continue;
      const attended = judgeHealth({ ...WELL, ...facts }).filter(needsAttention);
      expect(attended.map((it) => it.thing)).toEqual([thing]);
    }
  });

  it("tells since when the oldest message waits, and of no message that is not there", () => {
    const found = judged("mail", mails(2 * HOUR, 3));
    expect(found?.moment).toEqual({ is: "oldest", at: "2026-11-29T10:00:00Z" });
    expect(found?.figures).toEqual({ count: 4, failed: 3 });
    expect(judged("mail")?.moment).toBeNull();
  });

  it("says everything in whole sentences in both languages, and what to do", () => {
    for (const language of languages)
      for (const [thing, , facts] of CASES) {
        const found = judged(thing, facts);
        if (!found) continue;
        const { says, figures } = found;
        const keys = [`admin.health.${thing}`, `admin.health.${thing}.${says}`];
        if (needsAttention(found)) keys.push(`admin.health.${thing}.${says}Help`);
        for (const key of keys) {
          const text = nodeMessages(language)(key as MessageKey, figures);
          expect(text, key).not.toMatch(/^$|undefined|[{}]/);
        }
      }
  });
});
