import { describe, expect, it } from "vitest";
import type { Person } from "../../../api/people-api.ts";
import { guestsFromText } from "./guests-from-text.ts";

const person = (name: string, email: string, isRoom = false): Person => ({
  id: email,
  name,
  email,
  isGroup: false,
  isRoom,
  timeZone: null,
  isBusyShown: true,
});
const people = [
  person("Anna Lind", "anna@example.com"),
  person("Anna Berg", "berg@example.com"),
  person("Lars Holm", "lars@example.com"),
  person("Loftet", "loftet@example.com", true),
];
let made = 0;
const read = (typed: string, asked: readonly string[] = []) => {
  const { guests, unknown } = guestsFromText(typed, people, asked, () => `id${++made}`);
  return [guests.map(({ name, address, isRoom }) => `${name} ${address}${isRoom ? " room" : ""}`), unknown];
};

describe("whom a text means", () => {
  it.each([
    ["lars", ["Lars Holm lars@example.com"]],
    ["Anna Lind, anna@example.com", ["Anna Lind anna@example.com"]],
    ["Lars; loftet", ["Lars Holm lars@example.com", "Loftet loftet@example.com room"]],
    ["Åsa@Exempel.se", ["åsa@exempel.se åsa@exempel.se"]],
    ['"Bo Ek" <bo@else.example>', ["Bo Ek bo@else.example"]],
    ["Somebody <LARS@example.com>", ["Lars Holm lars@example.com"]],
    ["lars, lars, LARS@example.com", ["Lars Holm lars@example.com"]],
    ["", []],
    [" , ;", []],
  ])("%j", (typed, guests) => expect(read(typed)).toEqual([guests, ""]));

  it("asks nobody twice", () => expect(read("lars", ["lars@example.com"])).toEqual([[], ""]));

  it.each(["anna", "nobody", "a@b", "mailto:x@y.example", "x@y.example\u0000,", "<@>", "a b@c.example"])(
    "%j is nobody, or not only one",
    (typed) => expect(read(typed)[0]).toEqual([]),
  );

  it("keeps whom it knows before what it does not", () =>
    expect(read("lars, whoever, anna@example.com")).toEqual([["Lars Holm lars@example.com"], "whoever"]));

  it("names everybody apart, and reads a long text in no time", () => {
    const many = Array.from({ length: 5_000 }, (_, at) => `g${at}@example.com`).join(",");
    const { guests } = guestsFromText(many, people, [], () => `id${++made}`);
    expect(new Set(guests.map(({ id }) => id)).size).toBe(5_000);
  });
});
