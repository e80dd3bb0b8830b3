import type { Answer as Json } from "../jmap-client.ts";
import { MEETING, at, noonOf, type Guest, type Organizer } from "./meeting.ts";
import type { Person } from "./site.ts";

/** The web app, by JMAP. */

const set = (person: Person, args: object): Promise<Json> =>
  person.jmap("CalendarEvent/set", { ...args, sendSchedulingMessages: true });

async function eventOf(person: Person): Promise<Json> {
  const { ids } = await person.jmap("CalendarEvent/query", { filter: { title: MEETING.title } });
  return (await person.jmap("CalendarEvent/get", { ids })).list[0];
}

const participant = (email: string, fields: object): object => ({
  "@type": "Participant",
  calendarAddress: `mailto:${email}`,
  roles: { attendee: true },
  ...fields,
});

/** The key of a person among an event's participants. */
function keyOf(event: Json, email: string): string {
  const people = Object.entries(event.participants as Record<string, Json>);
  const found = people.find(([, one]) => one.calendarAddress.toLowerCase() === `mailto:${email}`);
  if (!found) throw new Error(`${email} is not asked`);
  return found[0];
}

export function organizerByWeb(person: Person): Organizer {
  const update = async (patch: object): Promise<void> => {
    const { id } = await eventOf(person);
    await set(person, { update: { [id]: patch } });
  };
  const overrideOf = (date: string): string => `recurrenceOverrides/${noonOf(date).js}`;
  return {
    async invite(guests) {
      const [calendar] = (await person.jmap("Calendar/get", { ids: null })).list;
      const me = participant(person.email, {
        roles: { owner: true, attendee: true },
        participationStatus: "accepted",
      });
      const asked = guests.map((email) => [email.split("@")[0], participant(email, { expectReply: true })]);
      const event = {
        "@type": "Event",
        uid: MEETING.uid,
        calendarIds: { [calendar.id]: true },
        title: MEETING.title,
        start: noonOf(MEETING.dates[0]).js,
        duration: "PT1H",
        timeZone: MEETING.zone,
        recurrenceRule: { frequency: "weekly", count: MEETING.dates.length },
        organizerCalendarAddress: `mailto:${person.email}`,
        participants: { me, ...Object.fromEntries(asked) },
      };
      await set(person, { create: { k: event } });
    },
    async proposed() {
      const { list } = await person.jmap("Proposal/get", { ids: null });
      return list.map((one: Json) => `${one.proposerAddress} ${one.utcStart} ${one.note ?? ""}`.trim());
    },
    async takeOver() {
      const { list } = await person.jmap("Proposal/get", { ids: null });
      await person.jmap("Proposal/answer", { proposalId: list[0].id, isAccepted: true });
    },
    move: (date, to) => update({ [overrideOf(date)]: { start: at(to.date, to.hour).js } }),
    cancel: (date) => update({ [overrideOf(date)]: { excluded: true } }),
    async uninvite(guests) {
      const event = await eventOf(person);
      await update(Object.fromEntries(guests.map((email) => [`participants/${keyOf(event, email)}`, null])));
    },
    async cancelAll() {
      await set(person, { destroy: [(await eventOf(person)).id] });
    },
  };
}

export function guestByWeb(person: Person): Guest {
  const answer = async (event: Json, status: string): Promise<void> => {
    const path = `participants/${keyOf(event, person.email)}/participationStatus`;
    await set(person, { update: { [event.id]: { [path]: status.toLowerCase() } } });
  };
  return {
    answer: async (status) => answer(await eventOf(person), status),
    async answerOne(date, status) {
      const one = (await occurrencesOf(person)).find(({ recurrenceId }) => recurrenceId === noonOf(date).js);
      if (!one) throw new Error(`${person.login} has no occurrence on ${date}`);
      await answer(one, status);
    },
  };
}

/** Every occurrence of the meeting as JMAP computes it. */
export async function occurrencesOf(person: Person): Promise<readonly Json[]> {
  const { ids } = await person.jmap("CalendarEvent/query", {
    filter: { title: MEETING.title, after: "2026-11-30T00:00:00", before: "2027-01-10T00:00:00" },
    expandRecurrences: true,
    sort: [{ property: "start" }],
  });
  const properties = ["recurrenceId", "utcStart", "utcEnd", "status", "participants", "title"];
  return (await person.jmap("CalendarEvent/get", { ids, properties })).list;
}
