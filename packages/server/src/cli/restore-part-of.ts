import type { RestoredCalendar } from "@snart/calendar/jmap/backups.ts";
import { isPartProblem, restorePart } from "../app/history/restore-part.ts";
import type { PartNamed, PartProblem } from "../app/history/part-of-backup.ts";
import { suspicionOfData } from "../open-app.ts";
import type { Storage } from "../storage/port.ts";
import { CommandProblem, UsageProblem, type CommandContext } from "./command.ts";
import { printable } from "./printable.ts";
import { progressLines } from "./progress-lines.ts";

const PROBLEMS: Readonly<Record<PartProblem, string>> = {
  "not-in-backup": "The backup holds nothing of that name. Nothing was restored.",
  "owner-not-here":
    "Whose it was in the backup is not here: add that person or group first, with the same e-mail address. Nothing was restored.",
};

/** `person=elin@example.com`, `calendar=ID` or `calendar=elin@example.com/Hemma`. @throws UsageProblem */
function partNamed(given: string): PartNamed {
  const [, kind, name = ""] = /^(person|calendar)=(.+)$/s.exec(given) ?? [];
  if (kind === "person") return { kind, address: name };
  if (kind === "calendar") return { kind, name };
  throw new UsageProblem("--only takes person=ADDRESS, calendar=ID or calendar=ADDRESS/NAME.");
}

/** Something to restore from, opened as a database. */
export interface Opened {
  readonly storage: Storage;
  /** ISO 8601: whose state it is. */
  readonly madeAt: string;
  close(): Promise<void>;
}

/** Restores one person's or one calendar's things into the Snart that is configured, also while it runs. */
export async function restorePartOf(
  context: CommandContext,
  open: () => Promise<Opened>,
  only: string,
): Promise<number> {
  const { values, config } = context;
  const part = partNamed(only);
  const isRehearsal = values["dry-run"] === true;
  const replaces = values["replace"] === true;
  const suspicion = suspicionOfData(config);
  if (suspicion !== undefined) throw new CommandProblem(suspicion);
  const opened = await open();
  try {
    const askedBy = typeof values["asked-by"] === "string" ? values["asked-by"] : "command-line";
    const say = values["progress"] === true ? progressLines(context.stdout) : undefined;
    const onProgress = say && ((progress: Parameters<typeof say>[1]) => say("restore", progress));
    const request = { part, isRehearsal, replaces, askedBy, onProgress };
    const restored = await restorePart(await context.openApp(), opened.storage, request);
    if (!restored.ok && values["json"] === true && isPartProblem(restored.problem))
      context.stdout(`${JSON.stringify({ problem: restored.problem })}\n`);
    if (!restored.ok)
      throw new CommandProblem(
        isPartProblem(restored.problem)
          ? PROBLEMS[restored.problem]
          : `It was refused: ${restored.problem.code}. Nothing was restored.`,
      );
    print(context, opened, restored.value, { isRehearsal, replaces });
    return 0;
  } finally {
    await opened.close();
  }
}

interface How {
  readonly isRehearsal: boolean;
  readonly replaces: boolean;
}

function print(
  { stdout, values }: CommandContext,
  { madeAt }: Opened,
  calendars: readonly RestoredCalendar[],
  how: How,
): void {
  if (values["json"] === true) {
    stdout(`${JSON.stringify({ madeAt, ...how, calendars })}\n`);
    return;
  }
  stdout(
    how.isRehearsal
      ? `Rehearsed with the state of ${madeAt}; nothing was written.\n`
      : `Restored from the state of ${madeAt}; nobody was notified.\n`,
  );
  for (const calendar of calendars) stdout(`${lineOf(calendar, how)}\n`);
}

const LEFT_OUT = {
  feed: "left out: a feed fills it",
  bookable: "left out: it holds the bookings of a thing",
  "handed-over": "left out: it belongs to somebody else by now; name the calendar itself",
} as const;

function lineOf(calendar: RestoredCalendar, { isRehearsal, replaces }: How): string {
  const { name, isNew, leftOut, events, tasks, others, missing, same, differing, refused } = calendar;
  if (leftOut) return `${printable(name)}: ${LEFT_OUT[leftOut]}`;
  const refusals = Object.entries(refused);
  const come = isRehearsal ? "would come back" : "came back";
  const differ = replaces
    ? isRehearsal
      ? "changed since would be replaced"
      : "changed since were replaced"
    : isRehearsal
      ? "changed since would stay as they are"
      : "changed since stay as they are";
  const words = [
    `${events} events, ${tasks} tasks${others > 0 ? `, ${others} other` : ""} in the backup`,
    `${missing} ${come}`,
    `${differing} ${differ}`,
    `${same} unchanged`,
    ...refusals.map(([code, count]) => `${count} refused (${code})`),
  ];
  return `${printable(name)}${isNew ? (isRehearsal ? " (would be made anew)" : " (made anew)") : ""}: ${words.join("; ")}`;
}
