import { levelCovering, NO_RIGHTS } from "@snart/calendar/access/rights.ts";
import { failed, ok } from "@snart/calendar/result.ts";
import * as v from "valibot";
import { handOverCalendar } from "../../app/accounts/hand-over-calendar.ts";
import type { CalendarId, PrincipalId } from "../../app/types.ts";
import { accountMethod } from "../method.ts";
import { methodErrorOf } from "../problem.ts";
import { id, idText } from "../standard/arguments.ts";
import { SNART } from "../wire/capabilities.ts";

const schema = v.strictObject({
  accountId: id,
  id: idText,
  to: idText,
  keep: v.nullish(v.record(v.string(), v.boolean())),
});

/**
 * Calendar/handOver: gives an account's calendar to a person or a group; `keep` are the rights that the former owner
 * keeps, none if absent.
 */
export const calendarHandOver = accountMethod(SNART, schema, async ({ app, actor, reach }, account, args) => {
  const here = (await reach()).find(({ principal }) => principal.id === account.id);
  if (!here?.grants.some(({ calendar }) => calendar.id === args.id)) return failed({ type: "notFound" });
  const keep = args.keep ? (levelCovering({ ...NO_RIGHTS, ...args.keep }) ?? null) : null;
  const request = { calendarId: args.id as CalendarId, to: args.to as PrincipalId, keep };
  const given = await handOverCalendar(app, actor, request);
  return given.ok
    ? ok({ accountId: account.id, toAccountId: given.value.accountId, id: given.value.id })
    : failed(methodErrorOf(given.problem));
});
