import { sql } from "kysely";
import type { Scope } from "../scope.ts";
import { statement } from "../statement.ts";

const selectAhead = statement(
  () => sql<{ login: string }>`
  select login from principal
  where exists (select 1 from object where object.account_id = principal.id and object.modseq > principal.modseq)
    or exists (select 1 from change where change.account_id = principal.id and change.modseq > principal.modseq)
  order by login`,
);

/** What the log names must be there or have a grave: the log and the graves of one time are forgotten together. */
const selectMissing = statement(
  () => sql<{ login: string; count: number }>`
  select principal.login, count(distinct change.object_id) as count from change
  join principal on principal.id = change.account_id
  where change.type in ('Calendar', 'CalendarEvent', 'Task') and change.change <> 'destroyed'
    and change.object_id not in (select id from object) and change.object_id not in (select id from calendar)
    and change.object_id not in (select object_id from tombstone)
  group by principal.login order by principal.login`,
);

const selectLate = statement(
  () => sql<{ login: string; uri: string }>`
  select login, calendar.uri from calendar join principal on principal.id = calendar.account_id
  where exists (
    select 1 from object where object.calendar_id = calendar.id and object.modseq > calendar.content_modseq
  )
  order by login, calendar.uri`,
);

/**
 * What can't be in a database that is all of one moment: accounts and calendars that are older than what is in them, whose
 * clients would miss changes; and objects that the log of changes names and that are neither there nor deleted.
 */
export async function examineStates(scope: Scope): Promise<readonly string[]> {
  const ahead = await scope.rows(selectAhead(scope.dialect, {}));
  const late = await scope.rows(selectLate(scope.dialect, {}));
  const missing = await scope.rows(selectMissing(scope.dialect, {}));
  return [
    ...ahead.map(({ login }) => `the account ${login} is older than what is in it`),
    ...late.map(({ login, uri }) => `the calendar ${login}/${uri} is older than what is in it`),
    ...missing.map(({ login, count }) => `${count} that the log of the account ${login} names are missing`),
  ];
}
