import type { AccountStateRecord } from "@snart/calendar/jmap/account-state.ts";
import { ok } from "@snart/calendar/result.ts";
import { statesOf } from "../../app/calendars/list-calendars.ts";
import { recordType } from "../standard/record-type.ts";
import { named } from "../standard/source.ts";
import { stateOf } from "../standard/state.ts";
import { SNART } from "../wire/capabilities.ts";
import { accountFacts } from "../wire/session.ts";

/**
 * AccountState (urn:snart:jmap): the accounts that the actor reaches with the state of each, in one call; so that a
 * client of many accounts asks for the changes of those alone that have any, and need not read the whole session
 * again when somebody shares.
 */
export const accountStates = recordType({
  name: "AccountState",
  capability: SNART,
  isOwn: true,
  properties: named<AccountStateRecord>(
    "id",
    "name",
    "isPersonal",
    "isReadOnly",
    "mayCreateCalendar",
    "state",
  ),
  async read({ app, actor, reach }) {
    const reached = await reach();
    const states = await statesOf(app, reached);
    return ok({
      items: reached.map((one) => {
        const { id } = one.principal;
        return { id, ...accountFacts(actor, one), state: stateOf(states.get(id) ?? 0) };
      }),
    });
  },
});
