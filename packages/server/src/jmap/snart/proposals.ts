import type { PropertiesOf } from "../standard/source.ts";
import type { ProposalRecord } from "@snart/calendar/jmap/mail.ts";
import { parameterValue } from "@snart/calendar/icalendar/component.ts";
import { textValue } from "@snart/calendar/icalendar/text.ts";
import { formatTimeValue } from "@snart/calendar/icalendar/time-property.ts";
import { formatUtcDateTime, parseUtcDateTime } from "@snart/calendar/jscalendar/date-time-text.ts";
import { zonesOf } from "@snart/calendar/recurrence/resolve-zone.ts";
import { failed, ok } from "@snart/calendar/result.ts";
import { recurrenceTime } from "@snart/calendar/scheduling/instance.ts";
import { instantOf } from "@snart/calendar/time/calendar-time.ts";
import { UTC } from "@snart/calendar/time/zone.ts";
import * as v from "valibot";
import { proposeTime } from "../../app/delivery/propose-time.ts";
import { answerProposal } from "../../app/delivery/proposals.ts";
import { proposals as openProposals, type Proposal } from "../../app/delivery/waiting-proposals.ts";
import { eventReference } from "../calendars/events/synthetic-id.ts";
import { accountMethod } from "../method.ts";
import { accountErrorOf, methodErrorOf } from "../problem.ts";
import { flag, id, idText, text, utcDate } from "../standard/arguments.ts";
import { recordType } from "../standard/record-type.ts";
import { SNART } from "../wire/capabilities.ts";

/**
 * Proposal/send: a guest proposes another time to the organizer. `eventId` is that of the event or of an occurrence;
 * times are written as in a Proposal.
 */
const send = accountMethod(
  SNART,
  v.strictObject({
    accountId: id,
    eventId: idText,
    utcStart: utcDate,
    utcEnd: utcDate,
    isAllDay: flag(false),
    note: v.nullish(text),
  }),
  async ({ app, actor }, account, { eventId, utcStart, utcEnd, isAllDay, note }) => {
    const event = eventReference(eventId);
    if (!event) return failed(methodErrorOf({ code: "not-found" }));
    const part = { objectId: event.baseId, recurrenceId: event.recurrenceId };
    const [start, end] = [parseUtcDateTime(utcStart) ?? NaN, parseUtcDateTime(utcEnd) ?? NaN];
    const wanted = { start, end, isAllDay, note: note ?? "" };
    const done = await proposeTime(app, actor, account.id, part, wanted);
    return done.ok ? ok({ accountId: account.id, eventId }) : failed(methodErrorOf(done.problem));
  },
);

/** Names in an inbox end with this, which no id may contain (RFC 8620 §1.2). */
const END = ".ics";

/** Proposal/answer: accepts a proposed time and notifies all guests, or declines it and notifies its guest. */
const answer = accountMethod(
  SNART,
  v.strictObject({ accountId: id, proposalId: idText, isAccepted: v.boolean() }),
  async ({ app, actor }, account, { proposalId, isAccepted }) => {
    const done = await answerProposal(app, actor, account.id, `${proposalId}${END}`, isAccepted);
    return done.ok ? ok({ accountId: account.id, proposalId }) : failed(methodErrorOf(done.problem));
  },
);

/**
 * Proposal (urn:snart:jmap): other times that guests propose, until they are answered. Times are instants, since the
 * guest may be in another zone. A whole day is from midnight to midnight in UTC.
 */
export const proposals = recordType<Proposal>({
  name: "Proposal",
  capability: SNART,
  properties: {
    id: (proposal) => proposal.id.slice(0, -END.length),
    eventId: ({ stored }) => stored.id,
    proposerAddress: ({ proposer }) => proposer.value.trim(),
    proposerName: ({ proposer }) => parameterValue(proposer, "CN") ?? null,
    recurrenceId({ component, object }) {
      const instance = recurrenceTime(component, zonesOf(object));
      return instance ? formatTimeValue(instance) : null;
    },
    movesSeries: ({ movesSeries }) => movesSeries,
    utcStart: ({ times }) => formatUtcDateTime(instantOf(times.start, UTC)),
    utcEnd: ({ times }) => formatUtcDateTime(instantOf(times.end, UTC)),
    isAllDay: ({ times }) => times.start.kind === "allDay",
    note: ({ component }) => textValue(component, "COMMENT")?.trim() ?? null,
    receivedAt: ({ receivedAt }) => formatUtcDateTime(receivedAt),
  } satisfies PropertiesOf<Proposal, ProposalRecord>,
  async read({ app, actor }, account) {
    const found = await openProposals(app, actor, account.id);
    return found.ok ? ok({ items: found.value }) : failed(accountErrorOf(found.problem));
  },
  methods: { answer, send },
});
