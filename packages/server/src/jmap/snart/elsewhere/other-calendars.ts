import { failed, ok } from "@snart/calendar/result.ts";
import * as v from "valibot";
import { otherCalendars, readOtherPart } from "../../../app/calendars/other-calendars.ts";
import { feedUrl } from "../../../app/feeds/feed-url.ts";
import { accountMethod, type Method } from "../../method.ts";
import { methodErrorOf } from "../../problem.ts";
import { id, text } from "../../standard/arguments.ts";
import { SNART } from "../../wire/capabilities.ts";

const address = v.pipe(text, v.maxLength(2_000));
const access = {
  accountId: id,
  address,
  username: v.pipe(text, v.maxLength(500)),
  password: v.pipe(text, v.maxLength(1_000)),
};

const WRONG = {
  code: "invalid-value",
  field: "address",
  detail: "must be an address of the web, without a name and password in it",
} as const;

/** The address as a server can be asked at it; undefined: it is none, or has credentials in it. */
function serverUrl(written: string): string | undefined {
  const url = feedUrl(written);
  const read = url === undefined ? null : URL.parse(url);
  return read && read.username === "" && read.password === "" ? read.href : undefined;
}

/** OtherCalendar/list: the calendars of somebody on another CalDAV server; nothing of the password is kept. */
const list = accountMethod(
  SNART,
  v.strictObject(access),
  async ({ app, actor }, account, { username, password, ...args }) => {
    const url = serverUrl(args.address);
    if (url === undefined) return failed(methodErrorOf(WRONG));
    const found = await otherCalendars(app, actor, account.id, { address: url, username, password });
    return found.ok ? ok({ accountId: account.id, list: found.value }) : failed(methodErrorOf(found.problem));
  },
);

/** OtherCalendar/read: the next part of one of them, as an upload that can be imported. */
const read = accountMethod(
  SNART,
  v.strictObject({ ...access, url: address, after: v.nullish(v.pipe(text, v.maxLength(4_000))) }),
  async ({ app, actor }, account, { username, password, after, ...args }) => {
    const [url, calendar] = [serverUrl(args.address), serverUrl(args.url)];
    if (url === undefined || calendar === undefined) return failed(methodErrorOf(WRONG));
    const from = { address: url, username, password };
    const part = await readOtherPart(app, actor, account.id, from, calendar, after ?? null);
    return part.ok ? ok({ accountId: account.id, part: part.value }) : failed(methodErrorOf(part.problem));
  },
);

/** Calendars on other servers (urn:snart:jmap), to be brought in. */
export const otherCalendarMethods: readonly (readonly [string, Method])[] = [
  ["OtherCalendar/list", list],
  ["OtherCalendar/read", read],
];
