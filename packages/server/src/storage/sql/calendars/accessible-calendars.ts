import { sql, type Selectable } from "kysely";
import type { AccessibleCalendar, CalendarView, ShareLevel } from "../../records/calendars.ts";
import type { PrincipalId } from "../../records/ids.ts";
import { HAS_DEFAULT_ALERTS } from "../messages/reminders.ts";
import type { Scope } from "../scope.ts";
import { statement } from "../statement.ts";
import { calendar, type CalendarTable } from "../tables/calendars.ts";

/** One row per calendar and share; the columns of its owner's side repeat. */
type Row = Selectable<CalendarTable> & {
  level: string | null;
  view: string | null;
  is_owner: number;
  is_manager: number;
  reminds_others: number;
  me_id: string;
  me_login: string;
  me_email: string | null;
  me_former_emails: string;
  me_former_logins: string;
  owner_id: string;
  owner_login: string;
  owner_email: string | null;
  owner_former_emails: string;
  owner_former_logins: string;
  owner_kind: string;
};

/** Whether a sharee has set default alerts for a calendar. */
const remindsOthers = sql`exists (
    select 1 from calendar_view as other where other.calendar_id = calendar.id
      and other.principal_id <> calendar.account_id and other.view like ${sql.lit(HAS_DEFAULT_ALERTS)}
  )`;

/** The actor and the groups to which it directly belongs. */
const actors = (actorId: string) =>
  sql`select ${actorId} as id union all
    select group_id from group_member join principal on principal.id = group_member.group_id
    where member_id = ${actorId} and principal.status <> 'deleted'`;

const selectAll = statement(
  (_, p: { actorId: string }) => sql<Row>`
  with actor as (${actors(p.actorId)}),
  way as (
    select calendar.id from calendar where account_id in (select id from actor)
    union
    select calendar_id from share where principal_id in (select id from actor)
  )
  ${columnsFor(p.actorId)}
  where calendar.id in (select id from way)
  order by calendar.sort_order, calendar.id, share.principal_id`,
  { isRemembered: true },
);

const selectIn = statement(
  (_, p: { actorId: string; accountId: string }) => sql<Row>`
  with actor as (${actors(p.actorId)})
  ${columnsFor(p.actorId)}
  where calendar.account_id = ${p.accountId}
    and (calendar.account_id in (select id from actor) or share.principal_id is not null)
  order by calendar.sort_order, calendar.id, share.principal_id`,
  { isRemembered: true },
);

const selectOne = statement(
  (_, p: { actorId: string; id: string }) => sql<Row>`
  with actor as (${actors(p.actorId)})
  ${columnsFor(p.actorId)}
  where calendar.id = ${p.id}
    and (calendar.account_id in (select id from actor) or share.principal_id is not null)
  order by share.principal_id`,
  { isRemembered: true },
);

/** The same for the actor's own calendars, which nearly all requests are about: a quarter of the work. */
const selectOwn = statement(
  (_, p: { actorId: string; id: string }) => sql<Row>`
  select calendar.*, null as level, calendar_view.view, 1 as is_owner, 1 as is_manager,
    case when ${remindsOthers} then 1 else 0 end as reminds_others, me.id as me_id, me.login as me_login, me.email as me_email,
    me.former_emails as me_former_emails, me.former_logins as me_former_logins, me.id as owner_id, me.login as owner_login, me.email as owner_email,
    me.former_emails as owner_former_emails, me.former_logins as owner_former_logins, me.kind as owner_kind
  from calendar
  join principal as me on me.id = calendar.account_id and me.status <> 'deleted'
  left join calendar_view on calendar_view.calendar_id = calendar.id and calendar_view.principal_id = calendar.account_id
  where calendar.id = ${p.id} and calendar.account_id = ${p.actorId}`,
  { isRemembered: true },
);

function columnsFor(actorId: string) {
  return sql`
  select calendar.*, share.level, calendar_view.view,
    case when calendar.account_id in (select id from actor) then 1 else 0 end as is_owner,
    case when calendar.account_id = ${actorId} or exists (
      select 1 from group_member where group_id = calendar.account_id and member_id = ${actorId} and is_manager = 1
    ) then 1 else 0 end as is_manager,
    case when ${remindsOthers} then 1 else 0 end as reminds_others,
    me.id as me_id, me.login as me_login, me.email as me_email, me.former_emails as me_former_emails,
    me.former_logins as me_former_logins, owner.id as owner_id, owner.login as owner_login, owner.email as owner_email,
    owner.former_emails as owner_former_emails, owner.former_logins as owner_former_logins, owner.kind as owner_kind
  from calendar
  join principal as owner on owner.id = calendar.account_id and owner.status <> 'deleted'
  join principal as me on me.id = ${actorId}
  left join share on share.calendar_id = calendar.id and share.principal_id in (select id from actor)
  left join calendar_view on calendar_view.calendar_id = calendar.id and calendar_view.principal_id = ${actorId}`;
}

/** See `CalendarReads.accessibleTo`. Members of a group own what the group owns. */
export async function accessibleTo(
  scope: Scope,
  actorId: PrincipalId,
): Promise<readonly AccessibleCalendar[]> {
  return grouped(await scope.rows(selectAll(scope.dialect, { actorId })));
}

/** See `CalendarReads.accessibleIn`. */
export async function accessibleIn(
  scope: Scope,
  actorId: PrincipalId,
  accountId: PrincipalId,
): Promise<readonly AccessibleCalendar[]> {
  return grouped(await scope.rows(selectIn(scope.dialect, { actorId, accountId })));
}

/** See `CalendarReads.accessible`. */
export async function accessible(
  scope: Scope,
  actorId: PrincipalId,
  id: string,
): Promise<AccessibleCalendar | undefined> {
  const [own] = grouped(await scope.rows(selectOwn(scope.dialect, { actorId, id })));
  if (own) return own;
  const [only] = grouped(await scope.rows(selectOne(scope.dialect, { actorId, id })));
  return only;
}

const known = new WeakMap<readonly Row[], readonly AccessibleCalendar[]>();

/** Cached rows are the same array again, with the same meaning. */
function grouped(rows: readonly Row[]): readonly AccessibleCalendar[] {
  const before = known.get(rows);
  if (before) return before;
  const made = groupAnew(rows);
  known.set(rows, made);
  return made;
}

function groupAnew(rows: readonly Row[]): AccessibleCalendar[] {
  const byCalendar = new Map<string, Row[]>();
  for (const row of rows) {
    const others = byCalendar.get(row.id);
    if (others === undefined) byCalendar.set(row.id, [row]);
    else others.push(row);
  }
  return [...byCalendar.values()].flatMap(([first, ...others]) => (first ? [fromRows(first, others)] : []));
}

function fromRows(first: Row, others: readonly Row[]): AccessibleCalendar {
  const levels = [first, ...others].flatMap((row) => (row.level === null ? [] : [row.level as ShareLevel]));
  return {
    calendar: calendar.read(first),
    levels: [...new Set(levels)],
    isOwner: first.is_owner === 1,
    isManager: first.is_manager === 1,
    isOfBookable: first.owner_kind === "bookable",
    remindsOthers: first.reminds_others === 1,
    view: first.view === null ? {} : (JSON.parse(first.view) as CalendarView),
    me: {
      id: first.me_id as PrincipalId,
      login: first.me_login,
      formerLogins: JSON.parse(first.me_former_logins) as readonly string[],
      email: first.me_email,
      formerEmails: JSON.parse(first.me_former_emails) as readonly string[],
    },
    owner: {
      id: first.owner_id as PrincipalId,
      login: first.owner_login,
      formerLogins: JSON.parse(first.owner_former_logins) as readonly string[],
      email: first.owner_email,
      formerEmails: JSON.parse(first.owner_former_emails) as readonly string[],
    },
  };
}
