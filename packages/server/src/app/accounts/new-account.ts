import { colourInTurn } from "@snart/calendar/jscalendar/snart-colours.ts";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import type { WriteTransaction } from "../../storage/port.ts";
import type { ComponentType } from "../../storage/records/calendars.ts";
import type { PrincipalId } from "../../storage/records/ids.ts";
import type { Principal } from "../../storage/records/people.ts";
import { mintActor } from "../actor.ts";
import type { App } from "../app.ts";
import { insertCalendar } from "../calendars/create-calendar.ts";
import type { CalendarGrant } from "../grants.ts";
import type { Problem } from "../problems.ts";
import type { WriteScope } from "../scope.ts";
import { freeLogin } from "./new-person.ts";

/** An account that nobody signs in to, with its first calendar, and the scope in which it was made. */
interface NewAccount {
  readonly principal: Principal;
  readonly calendar: CalendarGrant;
  readonly scope: WriteScope;
}

/**
 * Adds a group or a bookable with a calendar of its name, inside a running transaction.
 * @param name has been checked
 */
export async function insertAccount(
  app: App,
  tx: WriteTransaction,
  kind: "group" | "bookable",
  name: string,
  components: readonly ComponentType[],
): Promise<Result<NewAccount, Problem>> {
  const now = app.now();
  const principal: Principal = {
    id: app.newId() as PrincipalId,
    kind,
    login: await freeLogin(tx, name.trim()),
    displayName: name.trim(),
    email: null,
    formerLogins: [],
    formerEmails: [],
    status: "active",
    isAdmin: false,
    preferences: {},
    createdAt: now,
    statusSince: now,
  };
  if ((await tx.principals.insert(principal)) === "duplicate")
    return failed({ code: "invalid-value", field: "name", detail: `there is such a ${kind}` });
  const { id, login, isAdmin, displayName } = principal;
  const actor = mintActor({ principalId: id, login, isAdmin, via: "command-line", proof: "" });
  const scope: WriteScope = { app, tx, actor, accountId: id, modseq: await tx.lockAccount(id), now };
  const color = colourInTurn((await tx.principals.count()) - 1);
  const made = await insertCalendar(scope, { uri: "calendar", name: displayName, color, components });
  if (!made.ok) throw new Error(`a new ${kind} has no room for its calendar: ${made.problem.code}`);
  return ok({ principal, calendar: made.value, scope });
}
