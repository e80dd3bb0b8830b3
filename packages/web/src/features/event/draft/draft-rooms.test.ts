import { expect, it } from "vitest";
import { asRooms, roomOf } from "./draft-rooms.ts";

const guest = (id: string, address: string) =>
  ({ id, name: address, address, isOptional: false, isRoom: false, answer: "accepted" }) as const;
const ROOMS = [
  { id: "loft", name: "Loftet", email: "Loftet@rooms.example" },
  { id: "attic", name: "Attic", email: null },
];

it("knows a room by the mail address with which a calendar app invites it, and keeps its place in the event", () => {
  const guests = [guest("a", "anna@example.com"), guest("b", "loftet@rooms.example")];
  const [anna, loft] = asRooms(guests, ROOMS);
  expect(anna).toBe(guests[0]);
  expect(loft).toMatchObject({ id: "b", name: "Loftet", isRoom: true, answer: "accepted" });
  expect(roomOf(asRooms(guests, ROOMS))).toEqual({ bookableId: "loft", name: "Loftet" });
  expect(roomOf(guests)).toBeNull();
});
