import type { Selectable } from "kysely";
import type { Calendar, ComponentType } from "../../records/calendars.ts";
import type { CalendarId, PrincipalId } from "../../records/ids.ts";
import type { CalendarTable } from "../tables/calendars.ts";

export function calendarFromRow(row: Selectable<CalendarTable>): Calendar {
  return {
    id: row.id as CalendarId,
    accountId: row.account_id as PrincipalId,
    uri: row.uri,
    name: row.name,
    description: row.description,
    color: row.color,
    sortOrder: row.sort_order,
    timeZone: row.time_zone,
    timeZoneText: row.time_zone_text,
    components: JSON.parse(row.components) as ComponentType[],
    deadProperties: JSON.parse(row.dead_properties) as Record<string, string>,
    createdModseq: row.created_modseq,
    modseq: row.modseq,
    contentModseq: row.content_modseq,
    isReadOnly: row.is_read_only === 1,
  };
}
