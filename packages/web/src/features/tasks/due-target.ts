import type { Zone } from "@snart/calendar/time/zone.ts";
import type { HowSoonTarget } from "../../i18n/use-how-soon.ts";
import type { TaskTime } from "../../store/tasks/task-times.ts";

/** The target of a due time's distance: the moment, or the day. */
export const dueTarget = ({ at, allDay }: TaskTime, zone: Zone): HowSoonTarget =>
  allDay ? { kind: "date", date: zone.toLocal(at) } : { kind: "instant", at };
