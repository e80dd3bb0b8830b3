import { formatUtcDateTime } from "@snart/calendar/jscalendar/date-time-text.ts";
import { failed, ok } from "@snart/calendar/result.ts";
import * as v from "valibot";
import { acceptHouseRules } from "../../../app/bookings/house-rules/accept-house-rules.ts";
import type { PrincipalId } from "../../../app/types.ts";
import { ownAccountMethod } from "../../method.ts";
import { methodErrorOf } from "../../problem.ts";
import { id, idText, unsigned } from "../../standard/arguments.ts";
import { SNART } from "../../wire/capabilities.ts";

/** Bookable/acceptRules: accepts the house rules in force for oneself or a household of one's own, once for each version. */
export const acceptRules = ownAccountMethod(
  SNART,
  v.strictObject({ accountId: id, bookableId: idText, version: unsigned, partyId: v.nullish(idText) }),
  async ({ app, actor }, account, { bookableId, version, partyId }) => {
    const party = typeof partyId === "string" ? { partyId: partyId as PrincipalId } : {};
    const done = await acceptHouseRules(app, actor, {
      bookableId: bookableId as PrincipalId,
      version,
      ...party,
    });
    if (!done.ok) return failed(methodErrorOf(done.problem));
    const { acceptedAt, ...accepted } = done.value;
    const at = formatUtcDateTime(acceptedAt);
    return ok({
      accountId: account.id,
      bookableId,
      partyId: accepted.partyId,
      version: accepted.version,
      at,
    });
  },
);
