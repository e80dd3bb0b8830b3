import { failed, ok, type Result } from "@snart/calendar/result.ts";
import { sharesToChange } from "../../app/calendars/calendar-shares.ts";
import { findPrincipal } from "../../app/accounts/find-principal.ts";
import type { PrincipalId, ShareLevel } from "../../app/types.ts";
import { updateCalendar } from "../../app/calendars/update-calendar.ts";
import { isKnownPrivilege, levelOfPrivileges } from "../acl/privileges.ts";
import { emptyAnswer } from "../answers.ts";
import { readXml, type Answer, type Exchange } from "../exchange.ts";
import { refuse, refuseWith, type Refusal } from "../preconditions.ts";
import { shareRefusal } from "../problem.ts";
import { calendarAt } from "../resolve.ts";
import type { CalendarResource } from "../resource.ts";
import { pathnameOf, readPath } from "../url.ts";
import { readAcl, type GrantedAce } from "../xml/requests/acl.ts";

/** The most ACEs of one request: as many as a calendar may have shares. */
const MAX_ACES = 500;

/** ACL (RFC 3744 §8.1) of a calendar: its ACEs become its shares, each with a level; all other shares end. */
export async function acl(exchange: Exchange): Answer {
  const { app, actor, path } = exchange;
  if (path.kind !== "calendar") return failed(refuseWith(405, "Calendars alone are shared."));
  const body = await readXml(exchange);
  if (!body.ok) return body;
  const calendar = await calendarAt(exchange, path);
  if (!calendar.ok) return calendar;
  const { grant, href } = calendar.value;
  const former = await sharesToChange(app, grant);
  if (!former.ok) return failed(shareRefusal(former.problem, href));
  const aces = readAcl(body.value);
  if (!aces.ok) return aces;
  const wanted = await levelsOf(exchange, calendar.value, aces.value);
  if (!wanted.ok) return wanted;
  const ended = former.value.filter(({ principalId }) => !wanted.value.has(principalId));
  const shares = new Map<PrincipalId, ShareLevel | null>([
    ...ended.map(({ principalId }) => [principalId, null] as const),
    ...wanted.value,
  ]);
  const done = await updateCalendar(app, actor, grant.calendar.id, { shares });
  if (done.ok) return emptyAnswer(200);
  return failed(
    done.problem.code === "invalid-value"
      ? refuse("no-ace-conflict", done.problem.detail)
      : shareRefusal(done.problem, href),
  );
}

/** The level that each principal's ACEs express together. */
async function levelsOf(
  exchange: Exchange,
  calendar: CalendarResource,
  aces: readonly GrantedAce[],
): Promise<Result<ReadonlyMap<PrincipalId, ShareLevel>, Refusal>> {
  if (aces.length > MAX_ACES)
    return failed(refuse("limited-number-of-aces", `A calendar has ${MAX_ACES} shares at most.`));
  const levels = new Map<PrincipalId, ShareLevel>();
  for (const [reference, group] of Map.groupBy(aces, ({ principal }) => principal)) {
    const privileges = group.flatMap((ace) => ace.privileges);
    const unknown = privileges.find((name) => !isKnownPrivilege(name));
    if (unknown !== undefined)
      return failed(refuse("not-supported-privilege", `There is no privilege ${unknown} on a calendar.`));
    const level = levelOfPrivileges(privileges);
    const principal = reference === "owner" ? "owner" : await principalOf(exchange, calendar, reference);
    if (principal === "owner") {
      if (level === "manage") continue;
      return failed(refuse("no-protected-ace-conflict", "The owner may do everything."));
    }
    if (principal === undefined)
      return failed(refuse("recognized-principal", `There is nobody at ${reference}.`));
    if (level === undefined || levels.has(principal))
      return failed(refuse("no-ace-conflict", `Together, the privileges for ${reference} are no level.`));
    levels.set(principal, level);
  }
  return ok(levels);
}

async function principalOf(
  { app, actor, hrefs, publicUrl, request }: Exchange,
  { grant }: CalendarResource,
  reference: string,
): Promise<PrincipalId | "owner" | undefined> {
  const pathname = pathnameOf(reference, request.url, publicUrl);
  const path = pathname === undefined ? undefined : readPath(pathname, hrefs);
  if (!path?.ok || path.value.kind !== "principal") return undefined;
  const principal = await findPrincipal(app, actor, path.value.login);
  if (!principal.ok) return undefined;
  return principal.value.id === grant.calendar.accountId ? "owner" : principal.value.id;
}
