import { failed, ok } from "@snart/calendar/result.ts";
import * as v from "valibot";
import { reportOf } from "../../../app/bookings/report.ts";
import type { PrincipalId } from "../../../app/types.ts";
import { ownAccountMethod } from "../../method.ts";
import { methodErrorOf } from "../../problem.ts";
import { id, idText } from "../../standard/arguments.ts";
import { SNART } from "../../wire/capabilities.ts";

/** Bookable/report: who booked, used, gave up and was refused how much in a month, for managers. Opening it is audited. */
export const report = ownAccountMethod(
  SNART,
  v.strictObject({
    accountId: id,
    bookableId: idText,
    month: v.pipe(v.string(), v.regex(/^(?:19[7-9]\d|2[01]\d\d)-(?:0[1-9]|1[0-2])$/, "must be a month")),
  }),
  async ({ app, actor }, account, { bookableId, month }) => {
    const [year = NaN, number = NaN] = month.split("-").map(Number);
    const found = await reportOf(app, actor, bookableId as PrincipalId, { year, month: number });
    if (!found.ok) return failed(methodErrorOf(found.problem));
    return ok({ accountId: account.id, bookableId, month, ...found.value });
  },
);
