import { MINUTE } from "@snart/calendar/time/instant.ts";
import type { Actor } from "../../app/actor.ts";
import { releaseMissed } from "../../app/bookings/release-missed.ts";
import { answerRequest } from "../../app/bookings/requests.ts";
import { waitFor } from "../../app/bookings/waiting/wait-for.ts";
import { createHousehold } from "../../app/households/change-household.ts";
import type { PrincipalId } from "../../app/types.ts";
import {
  addManagers,
  addPerson,
  addThing,
  atMoment,
  bookThing,
  must,
  say,
  timeOn,
  type DemoThing,
  type DemoTime,
  type DemoWorld,
} from "./world.ts";

const HOUSEHOLDS = [
  ["1101", "Lind", "Karin Lind"],
  ["1102", "Holm", "Lars Holm"],
  ["1201", "Berg", "Nora Berg"],
  ["1202", "Nyberg", "Oskar Nyberg"],
  ["1301", "Ek", "Maja Ek"],
] as const;

/** The household of whoever administers the demonstration, so that they find times of their own. */
const OWN = "1203";

const THINGS = {
  laundry: {
    name: ["Laundry room", "Tvättstugan"],
    template: "laundry",
    place: ["Basement, staircase B", "Källaren, trappa B"],
    labels: ["wash"],
    more: {
      sees: "household",
      waitlist: { offerFor: "PT2H", allAtOnceWithin: "PT3H", quiet: { from: "22:00", to: "07:00" } },
      checkIn: { from: "PT15M", within: "PT15M", by: ["app", "door"] },
    },
  },
  flat: {
    name: ["Guest flat", "Gästlägenheten"],
    template: "guestFlat",
    place: ["Staircase A, ground floor", "Trappa A, bottenvåningen"],
    more: { approval: "always" },
  },
  sauna: { name: ["Sauna", "Bastun"], template: "sauna", place: ["Roof", "Taket"] },
  canoes: { name: ["Canoes 1–4", "Kanoterna 1–4"], template: "boat", place: ["Jetty", "Bryggan"], units: 4 },
  bike: { name: ["Cargo bike", "Lådcykeln"], template: "bicycle", place: ["Yard", "Gården"], units: 1 },
} as const satisfies Readonly<Record<string, DemoThing>>;
type ThingName = keyof typeof THINGS;

/** Who has booked what. What is counted from one party stays within its limits at any time. */
const BOOKINGS: readonly (DemoTime & { readonly thing: ThingName; readonly by: string })[] = [
  { thing: "laundry", by: "1101", day: -13, from: 10, to: 13 },
  { thing: "laundry", by: "1201", day: -9, from: 7, to: 10 },
  { thing: "laundry", by: "1102", day: -6, from: 16, to: 19 },
  { thing: "laundry", by: "1202", day: -2, from: 13, to: 16 },
  { thing: "laundry", by: "1101", day: 1, from: 10, to: 13 },
  { thing: "laundry", by: "1201", day: 1, from: 13, to: 16 },
  { thing: "laundry", by: "1202", day: 2, from: 7, to: 10 },
  { thing: "laundry", by: "1301", day: 3, from: 19, to: 22 },
  { thing: "laundry", by: "1101", day: 8, from: 10, to: 13 },
  { thing: "sauna", by: "1102", day: -5, from: 18, to: 20 },
  { thing: "sauna", by: "1102", day: 2, from: 18, to: 20 },
  { thing: "sauna", by: "1301", day: 2, from: 20, to: 22 },
  { thing: "canoes", by: "1101", day: 5, from: 9, to: 15 },
  { thing: "canoes", by: "1201", day: 5, from: 10, to: 16 },
  { thing: "canoes", by: "1301", day: 5, from: 12, to: 18 },
  { thing: "bike", by: "1202", day: -3, from: 9, to: 12 },
  { thing: "bike", by: "1201", day: 1, from: 16, to: 19 },
  { thing: "laundry", by: OWN, day: 4, from: 10, to: 13 },
  { thing: "bike", by: OWN, day: 5, from: 9, to: 11 },
];

/** A housing association: households, and what they share, with what they have booked in the past weeks and the coming ones. */
export async function seedAssociation(world: DemoWorld): Promise<void> {
  const managersId = await addManagers(world, say(world, ["Tallkotten, board", "Tallkotten, styrelsen"]));
  const people = new Map<string, Actor>();
  for (const [label, name, person] of HOUSEHOLDS)
    people.set(label, await addNeighbour(world, label, name, person));
  people.set(OWN, await addOwnHousehold(world));
  const things = new Map<ThingName, PrincipalId>();
  for (const [key, thing] of Object.entries(THINGS))
    things.set(key as ThingName, await addThing(world, managersId, thing));
  const neighbour = (label: string): Actor => found(people.get(label));
  const thing = (name: ThingName): PrincipalId => found(things.get(name));
  for (const { thing: name, by, ...time } of BOOKINGS)
    await bookThing(world, neighbour(by), thing(name), time);
  await seedStays(world, neighbour, thing("flat"));
  await missOne(world, neighbour("1301"), thing("laundry"));
  const [start, end] = [timeOn(world, 1, 10), timeOn(world, 1, 13)];
  for (const label of ["1102", "1301"]) {
    const wish = { bookableId: thing("laundry"), start, end };
    const { kind } = must(await waitFor(world.app, neighbour(label), wish));
    if (kind === "refused") throw new Error(`${label} may not wait`);
  }
}

/** A stay that the board has granted, one that it has refused, and one that waits. */
async function seedStays(
  world: DemoWorld,
  neighbour: (label: string) => Actor,
  flat: PrincipalId,
): Promise<void> {
  const nights = (day: number, count: number): DemoTime => ({ day, from: 15, to: count * 24 + 12 });
  const granted = await bookThing(world, neighbour("1101"), flat, nights(4, 2));
  must(await answerRequest(world.app, world.admin, granted, true, ""));
  const refused = await bookThing(world, neighbour("1202"), flat, nights(9, 3));
  const why = say(world, ["The floor is being sanded that week.", "Golvet slipas den veckan."]);
  must(await answerRequest(world.app, world.admin, refused, false, why));
  await bookThing(world, neighbour("1201"), flat, nights(14, 2));
}

/** Nobody came yesterday: the rest of the time was released. */
async function missOne(world: DemoWorld, actor: Actor, laundry: PrincipalId): Promise<void> {
  await bookThing(world, actor, laundry, { day: -1, from: 16, to: 19 });
  await releaseMissed(atMoment(world.app, timeOn(world, -1, 16) + 16 * MINUTE));
}

async function addNeighbour(world: DemoWorld, label: string, name: string, person: string): Promise<Actor> {
  const email = `${person.toLowerCase().replace(" ", ".")}@tallkotten.example`;
  const actor = await addPerson(world, email, person);
  await addHousehold(world, label, name, { email, name: person });
  return actor;
}

async function addOwnHousehold(world: DemoWorld): Promise<Actor> {
  const own = found(await world.app.storage.read((tx) => tx.principals.byId(world.admin.principalId)));
  const name = own.displayName.split(" ").at(-1) ?? own.displayName;
  await addHousehold(world, OWN, name, { email: own.email ?? "", name: own.displayName });
  return world.admin;
}

async function addHousehold(
  { app, admin, language }: DemoWorld,
  label: string,
  name: string,
  person: { readonly email: string; readonly name: string },
): Promise<void> {
  const inviting = { language, mailFrom: undefined };
  must(await createHousehold(app, admin, { label, name, people: [person] }, inviting));
}

function found<T>(one: T | undefined): T {
  if (one === undefined) throw new Error("the demonstration names something that it does not have");
  return one;
}
