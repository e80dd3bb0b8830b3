import { emptyAnswer } from "../answers.ts";
import type { Answer, Exchange } from "../exchange.ts";
import { allowHeader } from "./allowed.ts";

/** Compliance classes (RFC 4918 §18, RFC 3744, 4791, 5689, 6638, and two of Calendar Server): only supported ones. */
export const DAV_HEADER = {
  DAV: "1, 3, access-control, calendar-access, calendar-auto-schedule, calendar-availability, calendar-managed-attachments, extended-mkcol, calendar-no-timezone, calendar-proxy, calendarserver-sharing",
};

/** What a calendar and a home have besides (draft-bitfire-webdav-push §2). */
const PUSHING = { DAV: `${DAV_HEADER.DAV}, webdav-push` };

/** OPTIONS (RFC 9110 §9.3.7). Does not reveal whether anything exists at the URL. */
export async function options({ path }: Exchange): Answer {
  return emptyAnswer(200, {
    ...(path.kind === "calendar" || path.kind === "home" ? PUSHING : DAV_HEADER),
    ...allowHeader(path.kind),
  });
}
