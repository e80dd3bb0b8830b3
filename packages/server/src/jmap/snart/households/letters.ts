import type { HouseholdLetterRecord } from "@snart/calendar/jmap/household.ts";
import { formatUtcDateTime } from "@snart/calendar/jscalendar/date-time-text.ts";
import { failed, ok } from "@snart/calendar/result.ts";
import * as v from "valibot";
import { joinSignedIn } from "../../../app/households/join-household.ts";
import { makeLetters, setPin } from "../../../app/households/letters.ts";
import type { PrincipalId } from "../../../app/types.ts";
import { ownAccountMethod } from "../../method.ts";
import { methodErrorOf } from "../../problem.ts";
import { id, idList, idText } from "../../standard/arguments.ts";
import { SNART } from "../../wire/capabilities.ts";

/** Household/letters: a new code and PIN for each of some households, by an administrator. The former ones end; they are never shown again. */
export const letters = ownAccountMethod(
  SNART,
  v.strictObject({ accountId: id, ids: idList }),
  async ({ app, actor, origin }, account, { ids }) => {
    const made = await makeLetters(app, actor, ids as PrincipalId[]);
    if (!made.ok) return failed(methodErrorOf(made.problem));
    const list = made.value.map(({ householdId, code, pin: digits, expiresAt }): HouseholdLetterRecord => ({
      householdId,
      code,
      url: `${origin}/h/${code}`,
      pin: digits,
      expiresAt: formatUtcDateTime(expiresAt),
    }));
    return ok({ accountId: account.id, list });
  },
);

/** Household/pin: another PIN, by the household's people or an administrator; without `pin` one is made. The answer alone holds it. */
export const pin = ownAccountMethod(
  SNART,
  v.strictObject({
    accountId: id,
    householdId: idText,
    pin: v.exactOptional(v.pipe(v.string(), v.maxLength(20))),
  }),
  async ({ app, actor }, account, { householdId, pin: chosen }) => {
    const done = await setPin(app, actor, householdId as PrincipalId, chosen);
    return done.ok
      ? ok({ accountId: account.id, householdId, pin: done.value })
      : failed(methodErrorOf(done.problem));
  },
);

/** Household/join: the actor comes into the household whose letter they have. */
export const joinHousehold = ownAccountMethod(
  SNART,
  v.strictObject({ accountId: id, code: v.pipe(v.string(), v.maxLength(100)) }),
  async ({ app, actor }, account, { code }) => {
    const done = await joinSignedIn(app, actor, code);
    return done.ok
      ? ok({ accountId: account.id, householdId: done.value.accountId })
      : failed(methodErrorOf(done.problem));
  },
);
