import type { MailDeliveryRecord } from "@snart/calendar/jmap/mail.ts";
import { formatUtcDateTime } from "@snart/calendar/jscalendar/date-time-text.ts";
import { failed, ok } from "@snart/calendar/result.ts";
import * as v from "valibot";
import { deliveriesOfEvent } from "../../app/mail/deliveries.ts";
import { unreachableAmong } from "../../app/mail/unreachable.ts";
import type { MailDelivery, ObjectId } from "../../app/types.ts";
import { accountMethod } from "../method.ts";
import { methodErrorOf } from "../problem.ts";
import { couldBeId, id, idText, propertyList } from "../standard/arguments.ts";
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

/** The most addresses that are asked about at once. */
const MOST_ADDRESSES = 500;

/** MailDelivery/foresee: why no invitation would reach some of these guests; those who are reached are left out. */
export const mailDeliveryForesee = accountMethod(
  SNART,
  v.strictObject({ accountId: id, addresses: v.pipe(v.array(idText), v.maxLength(MOST_ADDRESSES)) }),
  async ({ app, actor }, account, { addresses }) => {
    const found = await unreachableAmong(app, actor, account.id, addresses);
    if (!found.ok) return failed(methodErrorOf(found.problem));
    return ok({ accountId: account.id, unreachable: Object.fromEntries(found.value) });
  },
);
