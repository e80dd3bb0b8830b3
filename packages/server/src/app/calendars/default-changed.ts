import type { PrincipalId } from "../../storage/records/ids.ts";
import type { Principal } from "../../storage/records/people.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import { grantAll } from "../grants.ts";
import { updateCalendar } from "./update-calendar.ts";

/**
 * Records as changes of the calendars themselves that another one is the default of an account now, so that other
 * clients hear of it (`isDefault` in Calendar/changes).
 * @param before the account's principal before another choice
 */
export async function defaultChanged(
  app: App,
  actor: Actor,
  before: Principal,
  { id, preferences }: Principal,
): Promise<void> {
  const [was, is] = [before.preferences.defaultCalendarId, preferences.defaultCalendarId];
  if (was === is) return;
  const grants = await app.storage.read((tx) => grantAll(tx, actor));
  const known = new Set(grants.map(({ calendar }) => calendar.id as string));
  const oldest = grants
    .filter(({ calendar }) => isForEvents(calendar, id))
    .map(({ calendar }) => calendar.id as string)
    .toSorted()[0];
  const effective = [was, is].map((chosen) => (chosen !== undefined && known.has(chosen) ? chosen : oldest));
  for (const { calendar } of grants)
    // An empty change of the view says it, to the person's own clients as to sharees.
    if (effective.includes(calendar.id)) await updateCalendar(app, actor, calendar.id, { view: {} });
}

const isForEvents = (
  { accountId, components }: { readonly accountId: PrincipalId; readonly components: readonly string[] },
  id: PrincipalId,
): boolean => accountId === id && components.includes("VEVENT");
