import type { Migration } from "../migration.ts";

/**
 * In a group's calendar alarms were common, and are each member's own now: who was a member keeps those that rang. The
 * whole text stands as the member's own parts; only the alarms of it are read.
 */
export const groupAlarms: Migration = {
  version: 20,
  name: "group-alarms",
  statements: () => [
    `insert into own_part (object_id, principal_id, icalendar)
      select object.id, group_member.member_id, object.icalendar from object
      join principal on principal.id = object.account_id and principal.kind = 'group'
      join group_member on group_member.group_id = principal.id
      where object.icalendar like '%BEGIN:VALARM%' or object.icalendar like '%useDefaultAlerts%'
      on conflict (object_id, principal_id) do nothing`,
  ],
};
