import type { MailDeliveryRecord } from "@snart/calendar/jmap/mail.ts";
import { formatUtcDateTime } from "@snart/calendar/jscalendar/date-time-text.ts";
import { failed, ok } from "@snart/calendar/result.ts";
import * as v from "valibot";
import { deliveriesOfEvent } from "../../app/mail/deliveries.ts";
import type { MailDelivery, ObjectId } from "../../app/types.ts";
import { accountMethod } from "../method.ts";
import { methodErrorOf } from "../problem.ts";
import { couldBeId, id, propertyList } from "../standard/arguments.ts";
import { getRecords } from "../standard/get.ts";
import type { PropertiesOf, Source } from "../standard/source.ts";
import { SNART } from "../wire/capabilities.ts";

const properties: PropertiesOf<MailDelivery, MailDeliveryRecord> = {
  id: (delivery) => delivery.id,
  eventId: (delivery) => delivery.objectId,
  recipient: (delivery) => delivery.recipient,
  method: (delivery) => delivery.method,
  state: (delivery) => delivery.state,
  detail: (delivery) => delivery.detail,
  createdAt: (delivery) => formatUtcDateTime(delivery.createdAt),
  updatedAt: (delivery) => formatUtcDateTime(delivery.updatedAt),
};

const schema = v.strictObject({ accountId: id, eventId: id, properties: propertyList });

/** MailDelivery/get: mail to an event's guests with the outcome of each message, newest first. */
export const mailDeliveryGet = accountMethod(SNART, schema, (context, account, args) => {
  const source: Source<MailDelivery> = {
    capability: SNART,
    properties,
    async read() {
      const { app, actor } = context;
      if (!couldBeId(args.eventId)) return failed(methodErrorOf({ code: "not-found" }));
      const found = await deliveriesOfEvent(app, actor, account.id, args.eventId as ObjectId);
      return found.ok ? ok({ items: found.value }) : failed(methodErrorOf(found.problem));
    },
  };
  return getRecords(source, context, account, { properties: args.properties });
});
