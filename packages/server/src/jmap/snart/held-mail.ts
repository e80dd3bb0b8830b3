import type { HeldMailRecord } from "@snart/calendar/jmap/mail.ts";
import { textValue } from "@snart/calendar/icalendar/text.ts";
import { formatUtcDateTime } from "@snart/calendar/jscalendar/date-time-text.ts";
import { readComponentTimes, type ComponentTimes } from "@snart/calendar/recurrence/component-times.ts";
import { zonesOf } from "@snart/calendar/recurrence/resolve-zone.ts";
import { failed, ok } from "@snart/calendar/result.ts";
import { attendeesOf, componentsOf, organizerOf, partstatOf } from "@snart/calendar/scheduling/attendee.ts";
import { instantOf, type CalendarTime } from "@snart/calendar/time/calendar-time.ts";
import { UTC } from "@snart/calendar/time/zone.ts";
import * as v from "valibot";
import { answerHeldMail, heldMail as heldMessages, type HeldMessage } from "../../app/mail/held-mail.ts";
import { accountMethod } from "../method.ts";
import { accountErrorOf, methodErrorOf } from "../problem.ts";
import { id, idText } from "../standard/arguments.ts";
import { recordType } from "../standard/record-type.ts";
import type { PropertiesOf } from "../standard/source.ts";
import { SNART } from "../wire/capabilities.ts";

/** HeldMail/answer: lets a message take effect as if its sender had been proved, or discards it. */
const answer = accountMethod(
  SNART,
  v.strictObject({ accountId: id, heldMailId: idText, isAccepted: v.boolean() }),
  async ({ app, actor }, account, { heldMailId, isAccepted }) => {
    const done = await answerHeldMail(app, actor, account.id, heldMailId, isAccepted);
    return done.ok ? ok({ accountId: account.id, heldMailId }) : failed(methodErrorOf(done.problem));
  },
);

const isReply = ({ object }: HeldMessage): boolean =>
  object.method === "REPLY" || object.method === "COUNTER";

/** The line of the person for whom a message speaks. */
function speaker(message: HeldMessage) {
  const [component] = componentsOf(message.object);
  return isReply(message) || message.object.method === "REFRESH"
    ? component && attendeesOf(component)[0]
    : organizerOf(message.object);
}

function timesOf({ object }: HeldMessage): ComponentTimes | undefined {
  const [component] = componentsOf(object);
  const times = component && readComponentTimes(component, object.type, zonesOf(object));
  return times?.ok ? times.value : undefined;
}

const utcText = (time: CalendarTime | undefined): string | null =>
  time ? formatUtcDateTime(instantOf(time, UTC)) : null;

/** HeldMail (urn:snart:jmap): messages by mail that wait for a decision, because nobody proved who sent them. */
export const heldMail = recordType<HeldMessage>({
  name: "HeldMail",
  capability: SNART,
  properties: {
    id: ({ mail }) => mail.id,
    eventId: ({ mail }) => mail.objectId,
    sender: ({ mail }) => mail.sender,
    speaksFor: (message) => speaker(message)?.value.trim() ?? null,
    method: ({ object }) => object.method ?? "",
    title({ object }) {
      const [component] = componentsOf(object);
      return (component && textValue(component, "SUMMARY")?.trim()) ?? "";
    },
    answer(message) {
      const line = isReply(message) ? speaker(message) : undefined;
      return line ? partstatOf(line).toLowerCase() : null;
    },
    utcStart: (message) => utcText(timesOf(message)?.start),
    utcEnd: (message) => utcText(timesOf(message)?.end),
    isAllDay: (message) => timesOf(message)?.start.kind === "allDay",
    receivedAt: ({ mail }) => formatUtcDateTime(mail.receivedAt),
  } satisfies PropertiesOf<HeldMessage, HeldMailRecord>,
  async read({ app, actor }, account) {
    const found = await heldMessages(app, actor, account.id);
    return found.ok ? ok({ items: found.value }) : failed(accountErrorOf(found.problem));
  },
  methods: { answer },
});
