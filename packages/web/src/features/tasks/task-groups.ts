import type { Item } from "@snart/calendar/jscalendar/types.ts";
import type { Instant } from "@snart/calendar/time/instant.ts";
import { addDays, dayOf, startOfDay, startOfWeek } from "@snart/calendar/time/local.ts";
import type { Zone } from "@snart/calendar/time/zone.ts";
import type { ShownTask } from "../../store/tasks/shown-tasks.ts";

/** How soon tasks are due, in the order of the page. */
const GROUPS = ["overdue", "today", "tomorrow", "thisWeek", "nextWeek", "later", "noDate", "done"] as const;
export type TaskGroupName = (typeof GROUPS)[number];

/** One line of the list. */
export interface TaskLine {
  readonly task: ShownTask;
  /** how deep it stands under the tasks that it is a part of, 0 at first */
  readonly depth: number;
  /** the title of its parent, where the task does not stand under that */
  readonly partOf: string | null;
}

export interface TaskGroup {
  readonly name: TaskGroupName;
  readonly lines: readonly TaskLine[];
}

/** Deeper parts are not indented further: a phone has no more room, and a client may write any depth. */
const DEEPEST = 4;

/** The group of a task at a moment. Weeks begin on Monday; a whole-day task is not overdue on its day. */
function groupOf({ isOver, due }: ShownTask, now: Instant, zone: Zone): TaskGroupName {
  if (isOver) return "done";
  if (!due) return "noDate";
  const today = startOfDay(zone.toLocal(now));
  const day = startOfDay(zone.toLocal(due.at));
  if (day < today || (!due.allDay && due.at < now)) return "overdue";
  const ahead = dayOf(day) - dayOf(today);
  if (ahead <= 1) return ahead === 0 ? "today" : "tomorrow";
  const nextMonday = addDays(startOfWeek(today), 7);
  if (day < nextMonday) return "thisWeek";
  return day < addDays(nextMonday, 7) ? "nextWeek" : "later";
}

/** The tasks in their groups, each with its parts under it; groups without any are left out. */
export function groupTasks(tasks: readonly ShownTask[], now: Instant, zone: Zone): readonly TaskGroup[] {
  const places = new Map(tasks.map((task) => [task, GROUPS.indexOf(groupOf(task, now, zone))]));
  const placeOf = (task: ShownTask): number => places.get(task) ?? 0;
  const wholes = new Map(tasks.map((task) => [uidKey(task, task.event.uid), task]));
  const parts = new Map<ShownTask, ShownTask[]>();
  const first: ShownTask[] = [];
  for (const task of tasks.toSorted((a, b) => byUrgency(a, b, placeOf(a) === DONE))) {
    const whole = wholeOf(task, wholes);
    // A part that is due before its parent is shown in its own group.
    const stands = whole && placeOf(task) >= placeOf(whole) && task.isOver === whole.isOver;
    if (stands && !isUnder(whole, task, wholes)) parts.set(whole, [...(parts.get(whole) ?? []), task]);
    else first.push(task);
  }
  const lines: TaskLine[][] = GROUPS.map(() => []);
  const add = (task: ShownTask, depth: number, into: TaskLine[]): void => {
    const title = depth === 0 ? wholeOf(task, wholes)?.event.title : undefined;
    into.push({ task, depth: Math.min(depth, DEEPEST), partOf: title ?? null });
    for (const part of parts.get(task) ?? []) add(part, depth + 1, into);
  };
  for (const task of first) add(task, 0, lines[placeOf(task)] ?? []);
  return GROUPS.map((name, at) => ({ name, lines: lines[at] ?? [] })).filter((it) => it.lines.length > 0);
}

const DONE = GROUPS.indexOf("done");

const uidKey = ({ entry }: ShownTask, uid: string): string => `${entry.accountId} ${uid}`;

/** The UID of a task's parent (RELATED-TO with RELTYPE=PARENT, which is the default). */
export function parentUid({ event }: Pick<ShownTask, "event">): string | undefined {
  return Object.entries(event.relatedTo ?? {}).find(([, { relation }]) => {
    const kinds = Object.keys(relation ?? {});
    return kinds.length === 0 || kinds.includes("parent");
  })?.[0];
}

function wholeOf(task: ShownTask, all: ReadonlyMap<string, ShownTask>): ShownTask | undefined {
  const uid = parentUid(task);
  return uid === undefined ? undefined : all.get(uidKey(task, uid));
}

/** Whether a task stands somewhere above another: two that are parts of each other are parts of neither. */
function isUnder(task: ShownTask, above: ShownTask, all: ReadonlyMap<string, ShownTask>): boolean {
  const seen = new Set<ShownTask>();
  for (let at: ShownTask | undefined = task; at && !seen.has(at); at = wholeOf(at, all)) {
    if (at === above) return true;
    seen.add(at);
  }
  return false;
}

/** Soonest first, then by priority (1 is the highest, 0 none); of finished tasks the last first. */
function byUrgency(a: ShownTask, b: ShownTask, isDone: boolean): number {
  if (isDone) return doneAt(b) - doneAt(a) || byTitle(a, b);
  const [dueA, dueB] = [a.due?.at ?? Infinity, b.due?.at ?? Infinity];
  if (dueA !== dueB) return dueA - dueB;
  return (a.event.priority || 10) - (b.event.priority || 10) || byTitle(a, b);
}

const byTitle = (a: ShownTask, b: ShownTask): number =>
  (a.event.title ?? "").localeCompare(b.event.title ?? "", "sv") || (a.key < b.key ? -1 : 1);

/** When a task was done; unknown is long ago. */
function doneAt({ event }: Pick<ShownTask, "event">): Instant {
  const { progressUpdated }: Item = event;
  return progressUpdated === undefined ? 0 : Date.parse(progressUpdated) || 0;
}
