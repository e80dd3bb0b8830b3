import { expect, test } from "vitest";
import { lastPart, matchingPeople, partsBefore, type PersonChoice } from "./matching-people.ts";

const person = (name: string): PersonChoice => {
  const address = `${name.toLowerCase().replaceAll(" ", ".")}@snart.example`;
  return { id: name, name, detail: address, address, value: `${name}, ${address}` };
};
const people = ["Per Karlsson", "Karin Björk", "Åsa Ek", "Andrée Ask", "Oskar Lind"].map((name) =>
  person(name),
);
const names = (text: string): readonly string[] => matchingPeople(people, text).map(({ name }) => name);

test("an empty text finds everybody in their order", () => {
  expect(names("")).toEqual(people.map(({ name }) => name));
  expect(names("  ")).toHaveLength(5);
});

test("a name that begins with the text comes before a later name, and that before a letter inside", () => {
  expect(names("kar")).toEqual(["Karin Björk", "Per Karlsson", "Oskar Lind"]);
});

test("every word must be there, in the name or the address, in any order", () => {
  expect(names("björk karin")).toEqual(["Karin Björk"]);
  expect(names("ek@snart")).toEqual(["Åsa Ek"]);
  expect(names("karin ek")).toEqual([]);
});

test("accents need not be typed, but å is no a", () => {
  expect(names("andree")).toEqual(["Andrée Ask"]);
  expect(names("asa")).toEqual([]);
  expect(names("ÅSA")).toEqual(["Åsa Ek"]);
});

test("nobody is suggested for a text that is a choice's own, or their whole address", () => {
  expect(names("karin.björk@snart.example")).toEqual([]);
  expect(names("Karin Björk, karin.björk@snart.example")).toEqual([]);
  expect(names("karin björk")).toEqual(["Karin Björk"]);
});

test("at most sixty are shown, and each keeps its place among all", () => {
  const many = Array.from({ length: 80 }, (_, at) => person(`Person ${at}`));
  expect(matchingPeople(many, "")).toHaveLength(60);
  expect(matchingPeople(many, "79").map(({ place }) => place)).toEqual([79]);
});

test("a text of several parts is about its last one", () => {
  expect([lastPart("a@b.example; Kar"), partsBefore("a@b.example; Kar")]).toEqual(["Kar", "a@b.example;"]);
  expect([lastPart("Kar"), partsBefore("Kar")]).toEqual(["Kar", ""]);
  expect([lastPart("Kar,"), partsBefore("Kar,")]).toEqual(["", "Kar,"]);
});
