import { ANSWER_MODES, type AnswerMode } from "@snart/calendar/booking/answer-mode.ts";
import { changeBookable } from "../../app/bookings/change-bookable.ts";
import { setAvailability } from "../../app/hours/availability.ts";
import { setObjectProperties, type DeadProperties } from "../../app/objects/object-properties.ts";
import { updateCalendar } from "../../app/calendars/update-calendar.ts";
import { PREFERENCE_APPLIED, emptyAnswer, multistatusAnswer } from "../answers.ts";
import { readXml, type Answer, type Exchange } from "../exchange.ts";
import { conditionsOf, readPreferences } from "../headers.ts";
import { personLanguage } from "../person-language.ts";
import { refuse, refuseWith, type Refusal } from "../preconditions.ts";
import { refusalOf } from "../problem.ts";
import {
  outcomeXml,
  planChanges,
  planObjectChanges,
  withInstructions,
  type PropertyPlan,
} from "../properties/plan-changes.ts";
import { calendarByUri } from "../../app/calendars/list-calendars.ts";
import { setDefaultCalendar } from "../../app/calendars/default-calendar.ts";
import { AUTO_SCHEDULE_MODE } from "../properties/calendarserver.ts";
import { DEFAULT_CALENDAR } from "../properties/rfc6638.ts";
import { isAvailability } from "../properties/rfc7953.ts";
import { resolve } from "../resolve.ts";
import type {
  CalendarResource,
  InboxResource,
  ObjectResource,
  PrincipalResource,
  Resource,
} from "../resource.ts";
import { pathnameOf, readPath } from "../url.ts";
import { childNamed, nameOf, textOf, type XmlElement } from "../xml/element.ts";
import { dav, keyOf, type XmlName } from "../xml/names.ts";
import { response } from "../xml/multistatus.ts";
import { readPropertyUpdate, type PropertyInstruction } from "../xml/requests/property-update.ts";

/**
 * PROPPATCH (RFC 4918 §9.2): all instructions or none. Calendars have properties that can be set, and inboxes two.
 */
export async function proppatch(exchange: Exchange): Answer {
  const body = await readXml(exchange);
  if (!body.ok) return body;
  const instructions = readPropertyUpdate(body.value);
  if (!instructions.ok) return instructions;
  const resource = await resolve(exchange);
  if (!resource.ok) return resource;
  const plan = await change(exchange, resource.value, instructions.value);
  const { isMinimal } = readPreferences(exchange.request);
  if (isMinimal && !plan.isRefused) return emptyAnswer(200, PREFERENCE_APPLIED);
  const language = plan.isRefused ? await personLanguage(exchange) : "en-GB";
  return multistatusAnswer([response(resource.value.href, outcomeXml(plan, language))]);
}

type Plan = PropertyPlan;

function change(
  exchange: Exchange,
  resource: Resource,
  instructions: readonly PropertyInstruction[],
): Promise<Plan> | Plan {
  if (resource.kind === "calendar") return changeCalendar(exchange, resource, instructions);
  if (resource.kind === "object") return changeObject(exchange, resource, instructions);
  if (resource.kind === "inbox") return changeInbox(exchange, resource, instructions);
  if (resource.kind === "principal" && resource.principal.kind === "bookable")
    return changeBookableMode(exchange, resource, instructions);
  const text = "Only calendars, objects, inboxes and rooms have properties to set.";
  return refuseAll(instructions, refuse("cannot-modify-protected-property", text));
}

/**
 * An inbox has its owner's availability (RFC 7953 §7.2) and default calendar (RFC 6638 §9.2); of several instructions
 * for one of them the last counts.
 */
async function changeInbox(
  exchange: Exchange,
  { principal, href }: InboxResource,
  instructions: readonly PropertyInstruction[],
): Promise<Plan> {
  const { app, actor } = exchange;
  const outcomes = instructions.map((instruction) => inboxOutcome(exchange, principal.login, instruction));
  const plan = { outcomes, isRefused: outcomes.some(({ refusal }) => refusal !== undefined) };
  if (plan.isRefused) return plan;
  const last = (isWanted: (name: XmlName) => boolean): PropertyInstruction | undefined =>
    instructions.findLast(({ property }) => isWanted(nameOf(property)));
  const wanted = last(isDefaultCalendar);
  const uri = wanted && ownCalendarUri(exchange, principal.login, wanted);
  const there = uri === undefined ? undefined : await calendarByUri(app, actor, principal.id, uri);
  if (there && !(there.ok && there.value.calendar.components.includes("VEVENT")))
    return refuseAll(instructions, NO_DEFAULT);
  const hours = last(isAvailability);
  const text = hours?.action === "set" ? textOf(hours.property).trim() : undefined;
  const done = hours && (await setAvailability(app, actor, principal.id, text));
  if (done && !done.ok) return refuseAll(instructions, refusalOf(done.problem, { href }));
  const chosen = uri === undefined ? undefined : await setDefaultCalendar(app, actor, principal.id, uri);
  return chosen && !chosen.ok ? refuseAll(instructions, NO_DEFAULT) : plan;
}

/** A room or thing has its answer mode, which its managers set; of several instructions the last counts. */
async function changeBookableMode(
  { app, actor }: Exchange,
  { principal, href }: PrincipalResource,
  instructions: readonly PropertyInstruction[],
): Promise<Plan> {
  const outcomes = instructions.map(({ action, property }) => {
    const name = nameOf(property);
    if (keyOf(name) !== keyOf(AUTO_SCHEDULE_MODE))
      return {
        name,
        refusal: refuse("cannot-modify-protected-property", "Of a room, only auto-schedule-mode is set."),
      };
    return action === "set" && modeIn(property) ? { name } : { name, refusal: NO_MODE };
  });
  const plan = { outcomes, isRefused: outcomes.some((one) => "refusal" in one) };
  const mode = instructions.map(({ property }) => modeIn(property)).at(-1);
  if (plan.isRefused || !mode) return plan;
  const done = await changeBookable(app, actor, principal.id, { answerMode: mode });
  return done.ok ? plan : refuseAll(instructions, refusalOf(done.problem, { href }));
}

const modeIn = (property: XmlElement): AnswerMode | undefined =>
  ANSWER_MODES.find((mode) => mode === textOf(property).trim());

const NO_MODE: Refusal = refuseWith(409, `A mode is one of ${ANSWER_MODES.join(", ")}.`);

const isDefaultCalendar = (name: XmlName): boolean => keyOf(name) === keyOf(DEFAULT_CALENDAR);

const NO_DEFAULT: Refusal = refuse(
  "valid-schedule-default-calendar-URL",
  "Invitations are written into one of one's own calendars that keeps events.",
);

function inboxOutcome(
  exchange: Exchange,
  login: string,
  instruction: PropertyInstruction,
): Plan["outcomes"][number] {
  const name = nameOf(instruction.property);
  if (isAvailability(name)) return { name };
  if (isDefaultCalendar(name))
    return ownCalendarUri(exchange, login, instruction) === undefined
      ? { name, refusal: NO_DEFAULT }
      : { name };
  const text = "Of an inbox, only calendar-availability and schedule-default-calendar-URL can be set.";
  return { name, refusal: refuse("cannot-modify-protected-property", text) };
}

/** The URI of the calendar in the owner's home that a value names. */
function ownCalendarUri(
  { hrefs, publicUrl, request }: Exchange,
  login: string,
  { action, property }: PropertyInstruction,
): string | undefined {
  const reference = action === "set" ? childNamed(property, dav("href")) : undefined;
  const pathname = reference && pathnameOf(textOf(reference).trim(), request.url, publicUrl);
  const path = pathname === undefined ? undefined : readPath(pathname, hrefs);
  if (!path?.ok || path.value.kind !== "calendar" || path.value.login.toLowerCase() !== login)
    return undefined;
  return path.value.uri;
}

async function changeCalendar(
  { app, actor }: Exchange,
  { grant, href }: CalendarResource,
  instructions: readonly PropertyInstruction[],
): Promise<Plan> {
  const plan = planChanges(instructions, grant, app.limits);
  if (plan.isRefused) return plan;
  const { components: _, ...fields } = plan.fields;
  const updated = await updateCalendar(app, actor, grant.calendar.id, fields);
  return updated.ok ? plan : refuseAll(instructions, refusalOf(updated.problem, { href }));
}

/** Clients store dead properties beside an object; people who may change the object may set them. */
async function changeObject(
  exchange: Exchange,
  { grant, head, href }: ObjectResource,
  instructions: readonly PropertyInstruction[],
): Promise<Plan> {
  const plan = planObjectChanges(instructions);
  if (plan.isRefused) return plan;
  const { app, actor } = exchange;
  const place = { calendarId: grant.calendar.id, uri: head.uri };
  const change = (current: DeadProperties): DeadProperties => withInstructions(current, instructions);
  const done = await setObjectProperties(app, actor, place, conditionsOf(exchange), change);
  return done.ok ? plan : refuseAll(instructions, refusalOf(done.problem, { href }));
}

const refuseAll = (instructions: readonly PropertyInstruction[], refusal: Refusal): Plan => ({
  outcomes: instructions.map(({ property }) => ({ name: nameOf(property), refusal })),
  isRefused: true,
});
