import { failed, type Result } from "@snart/calendar/result.ts";
import type { Calendar, ComponentType } from "../../storage/records/calendars.ts";
import type { CalendarId, PrincipalId } from "../../storage/records/ids.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import { grantCalendar, grantManagement, type CalendarGrant } from "../grants.ts";
import { nameProblem } from "../given-text.ts";
import type { Problem } from "../problems.ts";
import { recordChange } from "../objects/record-change.ts";
import { writeAccount, type WriteScope } from "../scope.ts";

export interface NewCalendar {
  /** Last path segment; made from the name if absent. */
  readonly uri?: string;
  readonly name: string;
  readonly description?: string;
  readonly color?: string | null;
  readonly sortOrder?: number;
  readonly timeZone?: string | null;
  readonly timeZoneText?: string | null;
  readonly components?: readonly ComponentType[];
  readonly deadProperties?: Readonly<Record<string, string>>;
  /** Written by a feed only. */
  readonly isReadOnly?: boolean;
}

/**
 * Creates a calendar that belongs to `accountId`.
 * @returns `not-found` unless the actor acts for that account, `forbidden` unless as its manager, `uri-taken`, `invalid-name`, `too-many-calendars`
 */
export function createCalendar(
  app: App,
  actor: Actor,
  accountId: PrincipalId,
  fields: NewCalendar,
): Promise<Result<CalendarGrant, Problem>> {
  return writeAccount(app, actor, accountId, (scope) => insertCalendar(scope, fields));
}

/** The same inside a running write. */
export async function insertCalendar(
  scope: WriteScope,
  fields: NewCalendar,
): Promise<Result<CalendarGrant, Problem>> {
  const { app, tx, actor, accountId } = scope;
  const account = await grantManagement(tx, actor, accountId);
  if (!account.ok) return account;
  const problem = nameProblem(app, fields.name);
  if (problem) return failed(problem);
  const existing = await tx.calendars.ofAccount(accountId);
  if (existing.length >= app.limits.calendarsPerAccount) {
    return failed({ code: "too-many-calendars", limit: app.limits.calendarsPerAccount });
  }
  const uri = fields.uri ?? freeUri(fields.name, new Set(existing.map((calendar) => calendar.uri)));
  const calendar = newCalendar(scope, fields, uri, existing.length);
  if ((await tx.calendars.insert(calendar)) === "duplicate") return failed({ code: "uri-taken", uri });
  await recordChange(scope, "Calendar", calendar.id, calendar.id, "created");
  return grantCalendar(tx, actor, calendar.id);
}

function newCalendar(scope: WriteScope, fields: NewCalendar, uri: string, position: number): Calendar {
  return {
    id: scope.app.newId() as CalendarId,
    accountId: scope.accountId,
    uri,
    name: fields.name.trim(),
    description: fields.description ?? "",
    color: fields.color ?? null,
    sortOrder: fields.sortOrder ?? position,
    timeZone: fields.timeZone ?? null,
    timeZoneText: fields.timeZoneText ?? null,
    components: fields.components ?? ["VEVENT", "VTODO", "VJOURNAL"],
    deadProperties: fields.deadProperties ?? {},
    createdModseq: scope.modseq,
    modseq: scope.modseq,
    contentModseq: scope.modseq,
    isReadOnly: fields.isReadOnly ?? false,
  };
}

/** A readable path segment from a name, made unique: "Björk & Sand" becomes "bjork-sand", then "bjork-sand-2". */
function freeUri(name: string, taken: ReadonlySet<string>): string {
  const letters = name.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  const slug =
    letters
      .replace(/[^a-z0-9]+/g, "-")
      .replace(/^-|-$/g, "")
      .slice(0, 60) || "calendar";
  let uri = slug;
  for (let n = 2; taken.has(uri); n++) uri = `${slug}-${n}`;
  return uri;
}
