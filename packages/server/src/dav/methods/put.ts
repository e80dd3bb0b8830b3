import { failed } from "@snart/calendar/result.ts";
import type { Answer, Exchange } from "../exchange.ts";
import { conditionsOf } from "../headers.ts";
import { refuseWith } from "../preconditions.ts";
import { absentParentStatus, placeAt } from "../resolve.ts";
import { readSentText, storeText } from "./store-text.ts";

/** PUT (RFC 4791 §5.3.2). */
export async function put(exchange: Exchange): Answer {
  const { path } = exchange;
  if (path.kind !== "object") return failed(refuseWith(405, "Only calendar objects can be put."));
  const sent = await readSentText(exchange);
  if (!sent.ok) return sent;
  const absent = refuseWith(absentParentStatus(exchange, path.login), "There is no such calendar.");
  const place = await placeAt(exchange, path);
  if (!place) return failed(absent);
  const target = { path, place, absent, name: path.name, condition: conditionsOf(exchange) };
  return storeText(exchange, sent.value, target);
}
