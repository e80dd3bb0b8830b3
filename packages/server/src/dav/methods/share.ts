import { failed, ok, type Result } from "@snart/calendar/result.ts";
import { sharesToChange, type SharedTo } from "../../app/calendars/calendar-shares.ts";
import { principalByAddress } from "../../app/accounts/find-principal.ts";
import type { PrincipalId, ShareLevel } from "../../app/types.ts";
import { updateCalendar } from "../../app/calendars/update-calendar.ts";
import { emptyAnswer } from "../answers.ts";
import type { Answer, Exchange } from "../exchange.ts";
import { refuse, refuseWith, type Refusal } from "../preconditions.ts";
import { shareRefusal } from "../problem.ts";
import { accessOf } from "../properties/sharing.ts";
import type { CalendarResource } from "../resource.ts";
import type { XmlElement } from "../xml/element.ts";
import { readShare, type ShareWish } from "../xml/requests/share.ts";

/** The level that each access gives to a person without an equivalent share. */
const LEVELS = { read: "read", "read-write": "edit" } as const satisfies Record<string, ShareLevel>;

/**
 * POST of CS:share (caldav-sharing) to a calendar: all of it or nothing. Sharees see it at once, and a notice informs
 * them. A level stays if CS:share would show it as the requested access: a client sends back what it has read.
 */
export async function share(
  exchange: Exchange,
  calendar: CalendarResource,
  body: XmlElement | undefined,
): Answer {
  const { app, actor } = exchange;
  const { grant, href } = calendar;
  const former = await sharesToChange(app, grant);
  if (!former.ok) return failed(shareRefusal(former.problem, href));
  const wishes = readShare(body);
  if (!wishes.ok) return wishes;
  const shares = await changesOf(exchange, calendar, wishes.value, former.value);
  if (!shares.ok) return shares;
  if (shares.value.size === 0) return emptyAnswer(200);
  const done = await updateCalendar(app, actor, grant.calendar.id, { shares: shares.value });
  if (done.ok) return emptyAnswer(200);
  return failed(
    done.problem.code === "invalid-value"
      ? refuseWith(403, done.problem.detail)
      : shareRefusal(done.problem, href),
  );
}

async function changesOf(
  { app, actor }: Exchange,
  { grant }: CalendarResource,
  wishes: readonly ShareWish[],
  former: readonly SharedTo[],
): Promise<Result<ReadonlyMap<PrincipalId, ShareLevel | null>, Refusal>> {
  const levels = new Map(former.map(({ principalId, level }) => [principalId, level]));
  const changes = new Map<PrincipalId, ShareLevel | null>();
  for (const { address, access } of wishes) {
    const principal = await principalByAddress(app, actor, address);
    // An unknown person has no share to remove.
    if (!principal.ok && access === null) continue;
    if (!principal.ok) return failed(refuse("recognized-principal", `There is nobody at ${address}.`));
    const { id } = principal.value;
    if (id === grant.calendar.accountId)
      return failed(refuse("no-protected-ace-conflict", "The owner may do everything."));
    const level = levels.get(id);
    if (access === null && level !== undefined) changes.set(id, null);
    if (access !== null && (level === undefined || accessOf(level) !== access))
      changes.set(id, LEVELS[access]);
  }
  return ok(changes);
}
