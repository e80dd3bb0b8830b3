import { failed, ok } from "@snart/calendar/result.ts";
import * as v from "valibot";
import { householdsFor as householdsOf } from "../../../app/households/households-for.ts";
import type { PrincipalId } from "../../../app/types.ts";
import { ownAccountMethod } from "../../method.ts";
import { methodErrorOf } from "../../problem.ts";
import { id, idText } from "../../standard/arguments.ts";
import { SNART } from "../../wire/capabilities.ts";

/** Bookable/households: for which households whoever manages a thing may book it. */
export const households = ownAccountMethod(
  SNART,
  v.strictObject({ accountId: id, bookableId: idText }),
  async ({ app, actor }, account, { bookableId }) => {
    const found = await householdsOf(app, actor, bookableId as PrincipalId);
    return found.ok
      ? ok({ accountId: account.id, bookableId, list: found.value })
      : failed(methodErrorOf(found.problem));
  },
);
