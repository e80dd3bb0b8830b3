import { describe, expect, it } from "vitest";
import type { Person } from "../../../api/calendars/people-api.ts";
import { guestGroups } from "./guest-groups.ts";
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
  const { guests, unknown } = guestsFromText(typed, { people, groups: [] }, asked, () => `id${++made}`);
  return [guests.map(({ name, address, isRoom }) => `${name} ${address}${isRoom ? " room" : ""}`), unknown];
};

describe("the guests in a text", () => {
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

  it("accepts known people, and leaves every word of the rest", () =>
    expect(read("lars, whoever; anna@example.com, anna")).toEqual([
      ["Lars Holm lars@example.com", "Anna Lind anna@example.com"],
      "whoever, anna",
    ]));

  it("names everybody apart, and reads a long text in no time", () => {
    const many = Array.from({ length: 5_000 }, (_, at) => `g${at}@example.com`).join(",");
    const { guests } = guestsFromText(many, { people, groups: [] }, [], () => `id${++made}`);
    expect(new Set(guests.map(({ id }) => id)).size).toBe(5_000);
  });
});

describe("a group", () => {
  const member = (email: string, isSuspended = false) => ({
    id: email,
    name: email,
    email,
    isManager: false,
    isSuspended,
  });
  const group = (name: string, members: readonly ReturnType<typeof member>[], isDeleted = false) => ({
    id: `g ${name}`,
    name,
    status: isDeleted ? ("deleted" as const) : ("active" as const),
    statusSince: "2026-11-24T12:00:00Z",
    mayManage: false,
    calendars: 0,
    householdLabel: null,
    members: Object.fromEntries(members.map(({ id, ...one }) => [id, one])),
  });
  const textOf = (name: string, count: number): string => `${name}, ${count} people`;
  const elected = [
    member("anna@example.com"),
    member("berg@example.com", true),
    member("lars@example.com"),
    member("stranger@example.com"),
  ];
  const board = group("Styrelsen", elected);
  const expand = (typed: string, asked: readonly string[] = [], all = [board]) => {
    const known = { people, groups: guestGroups(all, people, textOf) };
    const { guests, fromGroups, unknown } = guestsFromText(typed, known, asked, () => `id${++made}`);
    return {
      asked: guests.map(({ address }) => address),
      fromGroups: fromGroups.map(({ name, ids }) => [name, ids.length]),
      unknown,
      ids: [guests.map(({ id }) => id), fromGroups.flatMap(({ ids }) => ids)],
    };
  };

  it.each(["Styrelsen", "styr", "Styrelsen, 2 people", " styrelsen ;"])(
    "%j stands for its members that can be invited, not for unknown or suspended ones",
    (typed) => {
      const found = expand(typed);
      expect(found).toMatchObject({
        asked: ["anna@example.com", "lars@example.com"],
        fromGroups: [["Styrelsen", 2]],
        unknown: "",
      });
      expect(found.ids[0]).toEqual(found.ids[1]);
    },
  );

  it("asks nobody twice, and says of a group whose members are all asked that it came to nobody", () => {
    expect(expand("lars, styrelsen, berg@example.com")).toMatchObject({
      asked: ["lars@example.com", "anna@example.com", "berg@example.com"],
      fromGroups: [["Styrelsen", 1]],
    });
    expect(expand("Styrelsen", ["anna@example.com", "lars@example.com"])).toMatchObject({
      asked: [],
      fromGroups: [["Styrelsen", 0]],
      unknown: "",
    });
  });

  it("is nobody when it is deleted, has nobody to ask, or is one of several that are called so", () => {
    expect(expand("Styrelsen", [], [group("Styrelsen", elected, true)])).toMatchObject({
      asked: [],
      fromGroups: [],
      unknown: "Styrelsen",
    });
    expect(expand("Tomma", [], [group("Tomma", [member("stranger@example.com")])]).unknown).toBe("Tomma");
    expect(
      expand("Laget", [], [group("Laget", elected), { ...board, id: "g2", name: "Laget" }]).asked,
    ).toEqual([]);
  });

  it("yields to a person of that name", () =>
    expect(expand("lars", [], [group("Larssons", elected)])).toMatchObject({
      asked: ["lars@example.com"],
      fromGroups: [],
    }));
});
