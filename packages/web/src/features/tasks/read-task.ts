import type { RecurrenceRule } from "@snart/calendar/jscalendar/types.ts";
import { startOfDay, type Local } from "@snart/calendar/time/local.ts";
import type { Zone } from "@snart/calendar/time/zone.ts";
import type { RecognisedWord } from "../../grammar/phrase.ts";
import { readQuickAdd } from "../../grammar/read-quick-add.ts";
import { repeatOfRule } from "../../grammar/repeat-of-rule.ts";
import type { CalendarEntry } from "../../store/items/entries.ts";
import { repeatToJs } from "../event/model.ts";
import type { DueChoice } from "../../store/tasks/task-changes.ts";
import { PRIORITIES } from "./task-facts.ts";

/** The parts of a new task that one line of words names. */
export interface TaskReading {
  readonly title: string;
  readonly due: DueChoice | null;
  readonly rule: RecurrenceRule | undefined;
  readonly priority: number;
  readonly list: CalendarEntry;
  /** pieces of the line that look like time and were not understood, or have no place in a task */
  readonly unsure: readonly RecognisedWord[];
}

const URGENT = /(?:^|\s)!+\s*$/;

/**
 * Reads a line such as "ring banken på fredag kl 15" or "water the plants every Tuesday !": the words of quick add
 * (days, times, repeats, `/list`) say when it is due, and `!` at the end that it matters much. Words without a field
 * in a task stay in its title.
 * @param now the viewer's clock
 * @param usual the list if the line names none
 * @param monthFirst whether "3/12" is the 12th of March
 */
export function readTask(
  line: string,
  now: Local,
  viewer: Zone,
  lists: readonly CalendarEntry[],
  usual: CalendarEntry,
  monthFirst = false,
): TaskReading {
  const isUrgent = URGENT.test(line);
  const reading = readQuickAdd(line.replace(URGENT, ""), now, monthFirst);
  const { time, people, categories, calendar, place, reminder } = reading;
  const named = lists.find(
    (it) => calendar !== null && it.name.toLocaleLowerCase("sv").startsWith(calendar.toLocaleLowerCase("sv")),
  );
  const aloud = reminder !== null && reminder.minutes > 0 ? [reminder] : [];
  const kept = [
    reading.title,
    ...aloud.map(({ from, to }) => line.slice(from, to)),
    ...people,
    ...categories.map((name) => `#${name}`),
    ...(place === null ? [] : [`@${place}`]),
    ...(calendar === null || named ? [] : [`/${calendar}`]),
  ];
  const due = time && { local: time.allDay ? startOfDay(time.start) : time.start, allDay: time.allDay };
  return {
    title: kept.filter((part) => part !== "").join(" "),
    due,
    rule: due && reading.rule !== null ? ruleOf(reading.rule, due, viewer) : undefined,
    priority: isUrgent ? PRIORITIES.high : PRIORITIES.none,
    list: named ?? usual,
    unsure: [...reading.unsure, ...aloud],
  };
}

function ruleOf(text: string, due: DueChoice, viewer: Zone): RecurrenceRule | undefined {
  const from = due.allDay ? { start: due.local, allDay: true } : { start: due.local, zone: viewer };
  const repeat = repeatOfRule(text, from);
  return repeat && repeatToJs(repeat, from);
}
