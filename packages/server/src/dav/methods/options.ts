import { emptyAnswer } from "../answers.ts";
import type { Answer, Exchange } from "../exchange.ts";
import { allowHeader } from "./allowed.ts";

/** Compliance classes (RFC 4918 §18, RFC 3744, 4791, 5689, 6638, and two of Calendar Server): only what exists is named. */
export const DAV_HEADER = {
  DAV: "1, 3, access-control, calendar-access, calendar-auto-schedule, calendar-availability, calendar-managed-attachments, extended-mkcol, calendar-no-timezone, calendar-proxy, calendarserver-sharing",
};

/** OPTIONS (RFC 9110 §9.3.7). Says nothing of whether there is anything at the URL. */
export async function options({ path }: Exchange): Answer {
  return emptyAnswer(200, { ...DAV_HEADER, ...allowHeader(path.kind) });
}
