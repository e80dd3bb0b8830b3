import { formatUtcDateTime } from "@snart/calendar/jscalendar/date-time-text.ts";
import { failed, ok } from "@snart/calendar/result.ts";
import * as v from "valibot";
import { deliveriesOfEvent } from "../../app/mail/deliveries.ts";
import type { MailDelivery, ObjectId } from "../../app/types.ts";
import { accountMethod } from "../method.ts";
import { methodErrorOf } from "../problem.ts";
import { couldBeId, id, propertyList } from "../standard/arguments.ts";
import { checkProperties, getAnswer, type JmapRecord } from "../standard/get.ts";
import { SNART } from "../wire/capabilities.ts";
import { shortHash } from "../wire/session.ts";

const PROPERTIES = [
  "id",
  "eventId",
  "recipient",
  "method",
  "state",
  "detail",
  "createdAt",
  "updatedAt",
] as const;

const schema = v.strictObject({ accountId: id, eventId: id, properties: propertyList });

/** MailDelivery/get: what was sent to an event's guests by mail and what became of each message, newest first. */
export const mailDeliveryGet = accountMethod(SNART, schema, async ({ app, actor }, account, args) => {
  const properties = checkProperties(args.properties, PROPERTIES);
  if (!properties.ok) return properties;
  if (!couldBeId(args.eventId)) return failed(methodErrorOf({ code: "not-found" }));
  const found = await deliveriesOfEvent(app, actor, account.id, args.eventId as ObjectId);
  if (!found.ok) return failed(methodErrorOf(found.problem));
  const records = found.value.map(recordOf);
  const state = shortHash(records);
  return ok(getAnswer({ accountId: account.id, state, ids: null, properties: properties.value, records }));
});

const recordOf = (delivery: MailDelivery): JmapRecord => ({
  id: delivery.id,
  eventId: delivery.objectId,
  recipient: delivery.recipient,
  method: delivery.method,
  state: delivery.state,
  detail: delivery.detail,
  createdAt: formatUtcDateTime(delivery.createdAt),
  updatedAt: formatUtcDateTime(delivery.updatedAt),
});
