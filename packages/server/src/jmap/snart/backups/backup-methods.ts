import type { ServerBackups } from "@snart/calendar/jmap/backups.ts";
import { formatUtcDateTime, parseUtcDateTime } from "@snart/calendar/jscalendar/date-time-text.ts";
import { failed, ok } from "@snart/calendar/result.ts";
import { ianaZone } from "@snart/calendar/time/zone.ts";
import * as v from "valibot";
import {
  backupReport,
  beginBackup,
  beginRestoring,
  beginRestoringWhole,
  changeSchedule,
  stopBackup,
  type BackupReport,
} from "../../../app/backups/administer-backups.ts";
import { ownAccountMethod, type Method } from "../../method.ts";
import { methodErrorOf } from "../../problem.ts";
import { id } from "../../standard/arguments.ts";
import { SNART } from "../../wire/capabilities.ts";

/** Copies of one kind that may be kept. */
const MOST_KEPT = 366;

const account = v.strictObject({ accountId: id });
const count = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MOST_KEPT));
const schedule = v.strictObject({
  isOn: v.optional(v.boolean()),
  time: v.optional(v.pipe(v.string(), v.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/))),
  timeZone: v.optional(
    v.pipe(
      v.string(),
      v.check((name) => ianaZone(name) !== undefined),
    ),
  ),
  daily: v.optional(count),
  weekly: v.optional(count),
  monthly: v.optional(count),
});
const changed = v.strictObject({ accountId: id, schedule });

/** Server/backups: the backups that are there, how and when they are made, and one that is being made, for administrators. */
const backups = ownAccountMethod(SNART, account, async ({ app, actor }, { id: accountId }) => {
  const found = await backupReport(app, actor);
  return found.ok ? ok({ accountId, backups: recordOf(found.value) }) : failed(methodErrorOf(found.problem));
});

/** Server/backUp: begins one, unless one is being made. */
const begin = ownAccountMethod(SNART, account, async ({ app, actor }, { id: accountId }) => {
  const done = await beginBackup(app, actor);
  return done.ok ? ok({ accountId }) : failed(methodErrorOf(done.problem));
});

const text = v.pipe(v.string(), v.minLength(1), v.maxLength(500));
const moment = v.pipe(
  v.string(),
  v.check((given) => parseUtcDateTime(given) !== undefined),
);
/** A backup by its name, or a moment: one of them. */
const source = { file: v.optional(v.nullable(text), null), asOf: v.optional(v.nullable(moment), null) };
const isOne = ({ file, asOf }: { readonly file: string | null; readonly asOf: string | null }): boolean =>
  (file === null) !== (asOf === null);
const part = v.pipe(
  v.strictObject({
    accountId: id,
    ...source,
    owner: id,
    calendar: v.nullable(text),
    replaces: v.boolean(),
    isRehearsal: v.boolean(),
  }),
  v.check((named) => isOne(named)),
);
const whole = v.pipe(
  v.strictObject({ accountId: id, ...source }),
  v.check((named) => isOne(named)),
);

/** Server/restorePart: begins to restore a person's, a group's or one calendar's things as of a backup or a moment, or to rehearse that. */
const restorePart = ownAccountMethod(SNART, part, async ({ app, actor }, { id: accountId }, args) => {
  const { file, asOf, owner, calendar, replaces, isRehearsal } = args;
  const done = await beginRestoring(app, actor, { file, asOf, owner, calendar, replaces, isRehearsal });
  return done.ok ? ok({ accountId }) : failed(methodErrorOf(done.problem));
});

/** Server/restoreWhole: begins to restore everything as of a backup or a moment into a folder of its own, beside the server that lives. */
const restoreWhole = ownAccountMethod(SNART, whole, async ({ app, actor }, { id: accountId }, args) => {
  const { file, asOf } = args;
  const done = await beginRestoringWhole(app, actor, { file, asOf });
  return done.ok ? ok({ accountId }) : failed(methodErrorOf(done.problem));
});

/** Server/stopBackup: ends what is being made or restored. */
const stop = ownAccountMethod(SNART, account, async ({ app, actor }, { id: accountId }) => {
  const done = await stopBackup(app, actor);
  return done.ok ? ok({ accountId }) : failed(methodErrorOf(done.problem));
});

/** Server/setBackups: changes when they are made and how many stay. */
const set = ownAccountMethod(SNART, changed, async ({ app, actor }, { id: accountId }, args) => {
  const { isOn, time, timeZone, daily, weekly, monthly } = args.schedule;
  const done = await changeSchedule(app, actor, {
    ...(isOn !== undefined && { isOn }),
    ...(time !== undefined && { time }),
    ...(timeZone !== undefined && { timeZone }),
    ...(daily !== undefined && { daily }),
    ...(weekly !== undefined && { weekly }),
    ...(monthly !== undefined && { monthly }),
  });
  return done.ok ? ok({ accountId }) : failed(methodErrorOf(done.problem));
});

const SECOND_MS = 1_000;

/** The whole seconds inside, so that each that is named can be restored; none where less than a second was kept. */
function wholeSeconds({ from, through }: BackupReport["moments"][number]): ServerBackups["moments"] {
  const first = Math.ceil(from / SECOND_MS) * SECOND_MS;
  const last = Math.floor(through / SECOND_MS) * SECOND_MS;
  return first <= last ? [{ from: formatUtcDateTime(first), through: formatUtcDateTime(last) }] : [];
}

const recordOf = ({ backups: kept, nextAt, moments, running, ...report }: BackupReport): ServerBackups => ({
  ...report,
  nextAt: nextAt === null ? null : formatUtcDateTime(nextAt),
  backups: kept.map(({ madeAt, file, kind, bytes, isTested, isEncrypted }) => ({
    file,
    kind,
    bytes,
    isTested,
    isEncrypted,
    madeAt: formatUtcDateTime(madeAt),
  })),
  moments: moments.flatMap(wholeSeconds),
  running: running && { ...running, startedAt: formatUtcDateTime(running.startedAt) },
});

/** Backups for administrators. */
export const backupMethods: readonly (readonly [string, Method])[] = [
  ["Server/backups", backups],
  ["Server/backUp", begin],
  ["Server/restorePart", restorePart],
  ["Server/restoreWhole", restoreWhole],
  ["Server/stopBackup", stop],
  ["Server/setBackups", set],
];
