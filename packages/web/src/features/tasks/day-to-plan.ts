import type { Instant } from "@snart/calendar/time/instant.ts";
import { startOfDay, type Local } from "@snart/calendar/time/local.ts";
import type { Zone } from "@snart/calendar/time/zone.ts";
import type { ShownTask } from "../../store/tasks/shown-tasks.ts";

/** The day, on the viewer's clocks, whose week a task is planned in: the one that it is due on, today if that is past or unsaid. */
export const dayToPlan = ({ due }: Pick<ShownTask, "due">, now: Instant, zone: Zone): Local =>
  startOfDay(zone.toLocal(due && due.at > now ? due.at : now));
