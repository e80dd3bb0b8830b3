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
import { resolve } from "../resource.ts";
import type { CalendarResource } from "../resource.ts";
import { nameOf } from "../xml/element.ts";
import { response } from "../xml/multistatus.ts";
import { readPropertyUpdate } from "../xml/requests/property-update.ts";
import type { PropertyInstruction } from "../xml/requests/property-update.ts";

/** PROPPATCH (RFC 4918 §9.2): all instructions or none. Only calendars have properties that can be set. */
export async function proppatch(exchange: Exchange): Answer {
  const body = await readXml(exchange);
  if (!body.ok) return body;
  const instructions = readPropertyUpdate(body.value);
  if (!instructions.ok) return instructions;
  const resource = await resolve(exchange);
  if (!resource.ok) return resource;
  const plan =
    resource.value.kind === "calendar"
      ? await changeCalendar(exchange, resource.value, instructions.value)
      : refuseAll(
          instructions.value,
          refuse("cannot-modify-protected-property", "Only calendars have properties to set."),
        );
  const { isMinimal } = readPreferences(exchange.request);
  if (isMinimal && !plan.isRefused) return emptyAnswer(200, PREFERENCE_APPLIED);
  const language = plan.isRefused ? await personLanguage(exchange) : "en-GB";
  return multistatusAnswer([response(resource.value.href, outcomeXml(plan, language))]);
}

async function changeCalendar(
  { app, actor }: Exchange,
  { grant, href }: CalendarResource,
  instructions: readonly PropertyInstruction[],
): Promise<Pick<PlannedChanges, "outcomes" | "isRefused">> {
  const plan = planChanges(instructions, grant);
  if (plan.isRefused) return plan;
  const { components: _, ...fields } = plan.fields;
  const updated = await updateCalendar(app, actor, grant.calendar.id, fields);
  return updated.ok ? plan : refuseAll(instructions, refusalOf(updated.problem, { href }));
}

const refuseAll = (
  instructions: readonly PropertyInstruction[],
  refusal: Refusal,
): Pick<PlannedChanges, "outcomes" | "isRefused"> => ({
  outcomes: instructions.map(({ property }) => ({ name: nameOf(property), refusal })),
  isRefused: true,
});
