import type { Actor } from "../app/actor.ts";
import type { App } from "../app/app.ts";
import type { CalendarGrant } from "../app/grants.ts";
import { listCalendars } from "../app/calendars/list-calendars.ts";
import { CommandProblem } from "./command.ts";
import { unwrap } from "./unwrap.ts";

/** The actor's own calendar with this name, or last part of its address; undefined if there is none. */
export async function calendarNamed(
  app: App,
  actor: Actor,
  name: string,
): Promise<CalendarGrant | undefined> {
  const own = unwrap(await listCalendars(app, actor, actor.principalId));
  const byUri = own.find(({ calendar }) => calendar.uri === name);
  const [found, another] = own.filter(({ calendar }) => calendar.name === name);
  if (byUri) return byUri;
  if (another) {
    const uris = own.filter(({ calendar }) => calendar.name === name).map(({ calendar }) => calendar.uri);
    throw new CommandProblem(
      `There are several calendars named ${name}; say which by its address: ${uris.join(", ")}.`,
    );
  }
  return found;
}
