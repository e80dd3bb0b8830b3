import { setAvailability } from "../../app/availability.ts";
import { updateCalendar } from "../../app/update-calendar.ts";
import { PREFERENCE_APPLIED, emptyAnswer, multistatusAnswer } from "../answers.ts";
import { readXml } from "../exchange.ts";
import type { Answer, Exchange } from "../exchange.ts";
import { readPreferences } from "../headers.ts";
import { personLanguage } from "../person-language.ts";
import { refuse } from "../preconditions.ts";
import type { Refusal } from "../preconditions.ts";
import { refusalOf } from "../problem.ts";
import { outcomeXml, planChanges } from "../properties/plan-changes.ts";
import type { PlannedChanges } from "../properties/plan-changes.ts";
import { isAvailability } from "../properties/rfc7953.ts";
import { resolve } from "../resource.ts";
import type { CalendarResource, InboxResource, Resource } from "../resource.ts";
import { nameOf, textOf } from "../xml/element.ts";
import { response } from "../xml/multistatus.ts";
import { readPropertyUpdate } from "../xml/requests/property-update.ts";
import type { PropertyInstruction } from "../xml/requests/property-update.ts";

/** PROPPATCH (RFC 4918 §9.2): all instructions or none. Calendars have properties that can be set, and inboxes one. */
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

type Plan = Pick<PlannedChanges, "outcomes" | "isRefused">;

function change(
  exchange: Exchange,
  resource: Resource,
  instructions: readonly PropertyInstruction[],
): Promise<Plan> | Plan {
  if (resource.kind === "calendar") return changeCalendar(exchange, resource, instructions);
  if (resource.kind === "inbox") return changeInbox(exchange, resource, instructions);
  const text = "Only calendars and inboxes have properties to set.";
  return refuseAll(instructions, refuse("cannot-modify-protected-property", text));
}

/** Of an inbox, only when its owner is to be had can be said (RFC 7953 §7.2); of several instructions the last counts. */
async function changeInbox(
  { app, actor }: Exchange,
  { principal, href }: InboxResource,
  instructions: readonly PropertyInstruction[],
): Promise<Plan> {
  const outcomes = instructions.map(({ property }) => {
    const name = nameOf(property);
    const text = "Of an inbox, only calendar-availability can be set.";
    return isAvailability(name)
      ? { name }
      : { name, refusal: refuse("cannot-modify-protected-property", text) };
  });
  const plan = { outcomes, isRefused: outcomes.some(({ refusal }) => refusal !== undefined) };
  const last = instructions.at(-1);
  if (plan.isRefused || !last) return plan;
  const text = last.action === "set" ? textOf(last.property).trim() : undefined;
  const done = await setAvailability(app, actor, principal.id, text);
  return done.ok ? plan : refuseAll(instructions, refusalOf(done.problem, { href }));
}

async function changeCalendar(
  { app, actor }: Exchange,
  { grant, href }: CalendarResource,
  instructions: readonly PropertyInstruction[],
): Promise<Plan> {
  const plan = planChanges(instructions, grant);
  if (plan.isRefused) return plan;
  const { components: _, ...fields } = plan.fields;
  const updated = await updateCalendar(app, actor, grant.calendar.id, fields);
  return updated.ok ? plan : refuseAll(instructions, refusalOf(updated.problem, { href }));
}

const refuseAll = (instructions: readonly PropertyInstruction[], refusal: Refusal): Plan => ({
  outcomes: instructions.map(({ property }) => ({ name: nameOf(property), refusal })),
  isRefused: true,
});
