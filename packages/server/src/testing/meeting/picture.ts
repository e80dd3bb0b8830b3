import type { PrincipalId } from "../../app/types.ts";
import type { Answer as Json } from "../jmap-client.ts";
import { xmlBody } from "../dav-client.ts";
import { occurrencesOf } from "./by-web.ts";
import { readFile, valueOf, type EventLines } from "./calendar-file.ts";
import { MEETING } from "./meeting.ts";
import { messageIn } from "./read-mail.ts";
import { pathsIn, type Person, type Site } from "./site.ts";

// A meeting as seen from outside, in the same form for every program.

/**
 * Every occurrence in somebody's calendar: when, whether it takes place, and who has answered what. Both protocols
 * must say the same.
 */
export async function calendarOf(person: Person): Promise<readonly string[]> {
  const [web, caldav] = [await seenByWeb(person), await seenByCalDav(person)];
  if (web.join("\n") !== caldav.join("\n"))
    throw new Error(
      `${person.login} sees by the web\n${web.join("\n")}\nand by CalDAV\n${caldav.join("\n")}`,
    );
  return web;
}

const line = (
  start: string,
  end: string,
  status: string,
  people: readonly (readonly [string, string])[],
): string =>
  [
    `${start.slice(5, 16)}/${end.slice(11, 16)}`,
    status,
    ...people.map(([address, answer]) => `${nameOf(address)}=${answer}`).toSorted(),
  ].join(" ");
const nameOf = (address: string): string => /mailto:([^@:"]+)@[^:"]*$/i.exec(address)?.[1] ?? address;

async function seenByWeb(person: Person): Promise<readonly string[]> {
  const occurrences = await occurrencesOf(person);
  return occurrences
    .map((one: Json) =>
      line(
        one.utcStart,
        one.utcEnd,
        one.status ?? "confirmed",
        Object.values(one.participants as Record<string, Json>).map((it) => [
          it.calendarAddress,
          it.participationStatus ?? "needs-action",
        ]),
      ),
    )
    .toSorted();
}

const RANGE = 'start="20261130T000000Z" end="20270110T000000Z"';
const EXPANDED = xmlBody(
  "c:calendar-query",
  `<d:prop><c:calendar-data><c:expand ${RANGE}/></c:calendar-data></d:prop><c:filter><c:comp-filter name="VCALENDAR"><c:comp-filter name="VEVENT"><c:time-range ${RANGE}/></c:comp-filter></c:comp-filter></c:filter>`,
);

/** It may have got a longer name. */
const isMeant = new RegExp(MEETING.title, "i");

async function seenByCalDav(person: Person): Promise<readonly string[]> {
  const { body } = await person.dav("REPORT", person.calendarPath, {
    body: EXPANDED,
    headers: { depth: "1" },
  });
  const text = body.replaceAll("&#13;", "").replaceAll("&quot;", '"');
  return [...text.matchAll(/BEGIN:VCALENDAR[^]*?END:VCALENDAR/g)]
    .flatMap(([file]) => readFile(file).events)
    .filter((event) => isMeant.test(valueOf(event, "SUMMARY") ?? ""))
    .map((event) =>
      line(
        instant(valueOf(event, "DTSTART")),
        instant(valueOf(event, "DTEND")),
        (valueOf(event, "STATUS") ?? "confirmed").toLowerCase(),
        answersIn(event),
      ),
    )
    .toSorted();
}

const instant = (time = ""): string => time.replace(/^(....)(..)(..)T(..)(..).*$/, "$1-$2-$3T$4:$5");

const answersIn = (event: EventLines): readonly (readonly [string, string])[] =>
  event
    .filter((one) => one.startsWith("ATTENDEE"))
    .map((one) => [
      /:(mailto:[^:"]*)$/i.exec(one)?.[1] ?? "",
      (/PARTSTAT=([A-Z-]+)/.exec(one)?.[1] ?? "needs-action").toLowerCase(),
    ]);

/** The delivery statuses in the organizer's own file (RFC 6638 §3.2.9). */
export async function statusesOf(person: Person): Promise<readonly string[]> {
  const found = new Set<string>();
  for (const path of await pathsIn(person, person.calendarPath))
    for (const event of readFile((await person.dav("GET", path)).body).events)
      for (const one of event) {
        const status = /SCHEDULE-STATUS="?([\d.]+)/.exec(one)?.[1];
        if (one.startsWith("ATTENDEE") && status) found.add(`${nameOf(one)} ${status}`);
      }
  return [...found].toSorted();
}

/** The messages in somebody's inbox, by method. */
export async function inboxOf(person: Person): Promise<Readonly<Record<string, number>>> {
  const found: Record<string, number> = {};
  for (const path of await pathsIn(person, person.inboxPath)) {
    const { head } = readFile((await person.dav("GET", path)).body);
    const method = head.find((one) => one.startsWith("METHOD:"))?.slice(7) ?? "";
    found[method] = (found[method] ?? 0) + 1;
  }
  return found;
}

/** The delivery log of somebody's invitations: the outcome for each address, oldest first. */
export async function deliveriesOf(
  { server }: Site,
  { accountId }: Person,
): Promise<Readonly<Record<string, readonly string[]>>> {
  const log = await server.app.storage.read((tx) =>
    tx.mail.deliveriesOf(accountId as PrincipalId, null, 999),
  );
  return byRecipient(
    log
      .toReversed()
      .map(({ recipient, method, state, detail }) => [
        recipient,
        `${method} ${state} ${detail ?? ""}`.trim(),
      ]),
  );
}

/** The mail that has left a site: for each address its kind, and how many of its events it is about. */
export const mailsOf = ({ sink }: Site): Readonly<Record<string, readonly string[]>> =>
  byRecipient(
    sink.mails.map((mail) => {
      const { method, events } = messageIn(mail);
      return [mail.to.join(), `${method} ${events.length}`];
    }),
  );

/** Ordered for each recipient; between recipients there is no order. */
function byRecipient(
  said: readonly (readonly [recipient: string, what: string])[],
): Readonly<Record<string, readonly string[]>> {
  const found: Record<string, string[]> = {};
  for (const [recipient, what] of said) (found[recipient] ??= []).push(what);
  return found;
}
