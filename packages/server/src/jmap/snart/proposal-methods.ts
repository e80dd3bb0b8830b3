import { parameterValue } from "@snart/calendar/icalendar/component.ts";
import { textValue } from "@snart/calendar/icalendar/text.ts";
import { formatTimeValue } from "@snart/calendar/icalendar/time-property.ts";
import { formatUtcDateTime } from "@snart/calendar/jscalendar/date-time-text.ts";
import { zonesOf } from "@snart/calendar/recurrence/resolve-zone.ts";
import { failed, ok } from "@snart/calendar/result.ts";
import { recurrenceTime } from "@snart/calendar/scheduling/instance.ts";
import { instantOf } from "@snart/calendar/time/calendar-time.ts";
import { UTC } from "@snart/calendar/time/zone.ts";
import * as v from "valibot";
import { answerProposal, proposals, type Proposal } from "../../app/delivery/proposals.ts";
import { accountMethod, type Method } from "../method.ts";
import { accountErrorOf, methodErrorOf } from "../problem.ts";
import { getArguments, id, idText } from "../standard/arguments.ts";
import { checkProperties, getAnswer, requestedIds, type JmapRecord } from "../standard/get.ts";
import { SNART } from "../wire/capabilities.ts";
import { shortHash } from "../wire/session.ts";

const PROPERTIES = [
  "id",
  "eventId",
  "proposerAddress",
  "proposerName",
  "recurrenceId",
  "movesSeries",
  "utcStart",
  "utcEnd",
  "isAllDay",
  "note",
  "receivedAt",
] as const;

/** Names in an inbox end in this, which no id may have (RFC 8620 §1.2). */
const END = ".ics";

/** Times are instants: whoever proposes has clocks of their own. A whole day is from midnight to midnight in UTC. */
function recordOf({
  id: itemId,
  stored,
  object,
  proposer,
  component,
  times,
  movesSeries,
  receivedAt,
}: Proposal): JmapRecord {
  const instance = recurrenceTime(component, zonesOf(object));
  return {
    id: itemId.slice(0, -END.length),
    eventId: stored.id,
    proposerAddress: proposer.value.trim(),
    proposerName: parameterValue(proposer, "CN") ?? null,
    recurrenceId: instance ? formatTimeValue(instance) : null,
    movesSeries,
    utcStart: formatUtcDateTime(instantOf(times.start, UTC)),
    utcEnd: formatUtcDateTime(instantOf(times.end, UTC)),
    isAllDay: times.start.kind === "allDay",
    note: textValue(component, "COMMENT")?.trim() ?? null,
    receivedAt: formatUtcDateTime(receivedAt),
  };
}

/** Proposal/get: other times that guests propose, until they are answered. */
const get = accountMethod(SNART, v.strictObject(getArguments), async ({ app, actor }, account, args) => {
  const ids = requestedIds(args.ids, app.limits.maxObjectsInGet);
  if (!ids.ok) return ids;
  const properties = checkProperties(args.properties, PROPERTIES);
  if (!properties.ok) return properties;
  const found = await proposals(app, actor, account.id);
  if (!found.ok) return failed(accountErrorOf(found.problem));
  const records = found.value.map(recordOf);
  const state = shortHash(records);
  return ok(
    getAnswer({ accountId: account.id, state, ids: ids.value, properties: properties.value, records }),
  );
});

/** Proposal/answer: takes a proposed time over and tells all guests, or declines it and tells the one. */
const answer = accountMethod(
  SNART,
  v.strictObject({ accountId: id, proposalId: idText, isAccepted: v.boolean() }),
  async ({ app, actor }, account, { proposalId, isAccepted }) => {
    const done = await answerProposal(app, actor, account.id, `${proposalId}${END}`, isAccepted);
    return done.ok ? ok({ accountId: account.id, proposalId }) : failed(methodErrorOf(done.problem));
  },
);

export const proposalMethods: ReadonlyMap<string, Method> = new Map([
  ["Proposal/get", get],
  ["Proposal/answer", answer],
]);
