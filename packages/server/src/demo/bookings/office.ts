import type { Participant } from "@snart/calendar/jscalendar/types.ts";
import type { Actor } from "../../app/actor.ts";
import { listCalendars } from "../../app/calendars/list-calendars.ts";
import type { PrincipalId } from "../../app/types.ts";
import { changeEvents } from "../../app/write/change-events.ts";
import type { NewEvent } from "../../app/write/create-event.ts";
import { DEMO_ZONE } from "../to-jscalendar.ts";
import {
  addManagers,
  addPerson,
  addThing,
  bookThing,
  must,
  say,
  timeOn,
  type DemoThing,
  type DemoWorld,
  type Said,
} from "./world.ts";

const COLLEAGUES = [
  ["karin.bjork", "Karin Björk"],
  ["anton.lund", "Anton Lund"],
  ["petra.wik", "Petra Wik"],
] as const;

const SCREEN: Said = ["screen", "skärm"];
const CAMERA: Said = ["camera", "kamera"];
const WHITEBOARD: Said = ["whiteboard", "whiteboard"];
const HEARING_LOOP: Said = ["hearing loop", "hörslinga"];
const STEP_FREE: Said = ["step-free", "utan trappsteg"];

const room = (
  name: Said,
  capacity: number,
  place: Said,
  equipment: readonly Said[],
  more: DemoThing["more"] = {},
): DemoThing => ({
  name,
  equipment,
  template: "meetingRoom",
  capacity,
  place,
  more: { recurring: "skipTaken", ...more },
});

const FLOOR_2: Said = ["Floor 2", "Plan 2"];
const FLOOR_3: Said = ["Floor 3", "Plan 3"];
const ROOMS: readonly DemoThing[] = [
  room(["The Loft", "Loftet"], 8, FLOOR_3, [SCREEN, CAMERA]),
  room(["The Workshop", "Verkstan"], 12, FLOOR_2, [SCREEN, WHITEBOARD, STEP_FREE]),
  room(["The Studio", "Ateljén"], 20, FLOOR_2, [SCREEN, CAMERA, WHITEBOARD, HEARING_LOOP, STEP_FREE], {
    approval: "always",
  }),
  room(["The Cabin", "Kajutan"], 4, FLOOR_2, [WHITEBOARD, STEP_FREE]),
  room(["The Library", "Biblioteket"], 6, FLOOR_3, [SCREEN]),
  room(["The Phone Booth", "Telefonhytten"], 1, FLOOR_3, []),
];
const CAR: DemoThing = {
  name: ["Company car", "Poolbilen"],
  template: "car",
  place: ["Garage", "Garaget"],
  capacity: 5,
};

interface DemoMeeting {
  readonly title: Said;
  readonly day: number;
  readonly from: number;
  readonly hours: number;
  /** which room, in the order above */
  readonly room: number;
  readonly guests: readonly (typeof COLLEAGUES)[number][0][];
  readonly weekly?: number;
}

const MEETINGS: readonly DemoMeeting[] = [
  {
    title: ["Design review", "Ritningsgenomgång"],
    day: 1,
    from: 10,
    hours: 1.5,
    room: 0,
    guests: ["karin.bjork", "anton.lund"],
  },
  {
    title: ["Facade group", "Fasadgruppen"],
    day: 2,
    from: 14,
    hours: 1,
    room: 0,
    guests: ["petra.wik"],
    weekly: 6,
  },
  {
    title: ["Planning", "Planering"],
    day: 2,
    from: 9,
    hours: 2,
    room: 1,
    guests: ["karin.bjork", "anton.lund", "petra.wik"],
  },
  {
    title: ["All hands", "Stormöte"],
    day: 4,
    from: 13,
    hours: 2,
    room: 2,
    guests: ["karin.bjork", "anton.lund", "petra.wik"],
  },
  { title: ["Interview", "Intervju"], day: 3, from: 11, hours: 1, room: 3, guests: ["anton.lund"] },
];

/** An office: six meeting rooms, of which one asks its managers, a car, and meetings with people and rooms. */
export async function seedOffice(world: DemoWorld): Promise<void> {
  const managersId = await addManagers(world, say(world, ["Björk & Sand, office", "Björk & Sand, kontoret"]));
  const colleagues = new Map<string, Actor>();
  for (const [login, name] of COLLEAGUES) colleagues.set(login, await addPerson(world, emailOf(login), name));
  const rooms: PrincipalId[] = [];
  for (const one of ROOMS) rooms.push(await addThing(world, managersId, one));
  const car = await addThing(world, managersId, CAR);
  for (const [at, actor] of [...colleagues.values()].entries()) {
    await bookThing(world, actor, car, { day: at * 3 - 2, from: 8, to: 12 });
    await bookThing(world, actor, rooms[4] ?? car, { day: at - 1, from: 8 + at, to: 9 + at });
  }
  await seedMeetings(world, rooms);
}

const emailOf = (login: string): string => `${login}@bjorksand.example`;

async function seedMeetings(world: DemoWorld, rooms: readonly PrincipalId[]): Promise<void> {
  const { app, admin } = world;
  const [first] = must(await listCalendars(app, admin, admin.principalId));
  const calendarId = first?.calendar.id ?? "";
  const owner = await app.storage.read((tx) => tx.principals.byId(admin.principalId));
  const own = `mailto:${owner?.email ?? ""}`;
  const events = MEETINGS.map(
    (meeting, at) => [String(at), meetingEvent(world, meeting, calendarId, own, rooms)] as const,
  );
  const request = { create: new Map(events), update: new Map(), destroy: [] };
  const { notCreated } = must(await changeEvents(app, admin, admin.principalId, request));
  const [refused] = notCreated;
  if (refused) throw new Error(`meeting ${refused[0]} was refused: ${JSON.stringify(refused[1])}`);
}

function meetingEvent(
  world: DemoWorld,
  { title, day, from, hours, room: at, guests, weekly }: DemoMeeting,
  calendarId: string,
  own: string,
  rooms: readonly PrincipalId[],
): NewEvent {
  const start = new Date(world.zone.toLocal(timeOn(world, day, from))).toISOString().slice(0, 19);
  const participants: Record<string, Participant> = {
    own: {
      "@type": "Participant",
      calendarAddress: own,
      roles: { owner: true, attendee: true },
      participationStatus: "accepted",
    },
    room: {
      "@type": "Participant",
      calendarAddress: `urn:uuid:${rooms[at] ?? ""}`,
      name: say(world, (ROOMS[at] ?? CAR).name),
      kind: "location",
      roles: { attendee: true },
    },
  };
  for (const login of guests)
    participants[login.replace(".", "-")] = {
      "@type": "Participant",
      calendarAddress: `mailto:${emailOf(login)}`,
      name: COLLEAGUES.find(([one]) => one === login)?.[1] ?? login,
      roles: { attendee: true },
      expectReply: true,
    };
  return {
    "@type": "Event",
    calendarIds: { [calendarId]: true },
    title: say(world, title),
    start,
    duration: `PT${hours * 60}M`,
    timeZone: DEMO_ZONE,
    organizerCalendarAddress: own,
    participants,
    ...(weekly !== undefined && {
      recurrenceRule: { "@type": "RecurrenceRule", frequency: "weekly", count: weekly },
    }),
  } as NewEvent;
}
