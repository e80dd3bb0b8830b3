import { failed } from "@snart/calendar/result.ts";
import type { Answer, Exchange } from "../exchange.ts";
import { conditionsOf } from "../headers.ts";
import { refuseWith } from "../preconditions.ts";
import { calendarAt } from "../resolve.ts";
import { ADD_MEMBER } from "../url.ts";
import { allowHeader } from "./allowed.ts";
import { readSentText, storeText } from "./store-text.ts";

/** POST of a new object, whose name the server chooses (RFC 5995); all conditions of a PUT apply. */
export async function addMember(
  exchange: Exchange,
  path: Extract<Exchange["path"], { kind: "calendar" }>,
): Answer {
  const { app, hrefs, request } = exchange;
  if (new URL(request.url).search !== ADD_MEMBER)
    return failed(
      refuseWith(405, "What is new is posted to the calendar's DAV:add-member.", allowHeader(path.kind)),
    );
  const sent = await readSentText(exchange);
  if (!sent.ok) return sent;
  const calendar = await calendarAt(exchange, path);
  if (!calendar.ok) return calendar;
  const name = `${app.newId()}.ics`;
  const location = hrefs.object(calendar.value.href, name);
  return storeText(exchange, sent.value, {
    path,
    place: calendar.value.grant.calendar,
    name,
    condition: { ...conditionsOf(exchange), ifNoneMatch: "*" },
    headers: { Location: location },
  });
}
