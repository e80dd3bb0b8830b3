import { localFromFields } from "@snart/calendar/time/local.ts";
import { describe, expect, it } from "vitest";
import { readQuickAdd } from "./read-quick-add.ts";

const known = {
  people: [
    { name: "Nora Berg", address: "nora@example.com" },
    { name: "Anna Lindqvist", address: "anna@example.com" },
    { name: "Maja Ek", address: "maja.ek@example.com" },
    { name: "Maja Sand", address: "maja.sand@example.com" },
  ],
  places: ["The common room", "Kajsas", "Zinken"],
};
const now = localFromFields(2026, 11, 23, 10, 20);
const read = (line: string) => readQuickAdd(line, now, false, known);

describe("known people and places", () => {
  it.each([
    [
      "dinner with Nora friday 18-20 at the common room",
      "Dinner with Nora",
      ["Nora Berg"],
      "The common room",
    ],
    ["lunch med anna på torsdag 12", "Lunch med anna", ["Anna Lindqvist"], null],
    [
      "fika med Anna och Nora imorgon 15 på kajsas",
      "Fika med Anna och Nora",
      ["Anna Lindqvist", "Nora Berg"],
      "Kajsas",
    ],
    ["call with maja sand at 9", "Call with maja sand", ["Maja Sand"], null],
    ["lunch with Annabel tomorrow 12", "Lunch with Annabel", [], null],
    ["Nora tomorrow 12", "Nora", [], null],
    ["match i zinken lördag 13", "Match", [], "Zinken"],
    ["match zinken lördag 13", "Match zinken", [], null],
  ] as const)("%s", (line, title, people, place) => {
    const reading = read(line);
    expect(reading.title).toBe(title);
    expect(reading.guests.map(({ name }) => name)).toEqual(people);
    expect(reading.place).toBe(place);
  });

  it("are not guessed where several are called so: it is said", () => {
    const line = "swim with Maja friday 16";
    const { guests, unsure } = read(line);
    expect(guests).toEqual([]);
    expect(unsure.map(({ from, to }) => line.slice(from, to))).toEqual(["Maja"]);
  });

  it("are marked in the text, which stays within its bounds", () => {
    const line = `lunch with ${"Nora, ".repeat(300)}`;
    expect(read(line).guests).toHaveLength(1);
    const short = "lunch with Nora and Anna";
    expect(
      read(short)
        .recognised.filter(({ kind }) => kind === "who")
        .map(({ from, to }) => short.slice(from, to)),
    ).toEqual(["Nora", "Anna"]);
  });
});
