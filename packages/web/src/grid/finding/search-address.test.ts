import { describe, expect, it } from "vitest";
import { readSearchAsk, searchPath } from "./search-address.ts";

const everything = {
  words: "",
  when: "all",
  kind: "all",
  calendar: null,
  person: null,
  place: null,
  files: "all",
} as const;

describe("the address of a search", () => {
  it.each([
    ["/search", everything],
    ["/search?q=lunch", { ...everything, words: "lunch" }],
    [
      "/search?q=%C3%A5rsm%C3%B6te+%26+fika&when=past",
      { ...everything, words: "årsmöte & fika", when: "past" },
    ],
    [
      "/search?q=x&kind=tasks&calendar=A%2Fc&with=anna%40example.com",
      { ...everything, words: "x", kind: "tasks", calendar: "A/c", person: "anna@example.com" },
    ],
    ["/search?place=Kajen+%2612&files=with", { ...everything, place: "Kajen &12", files: "with" }],
  ] as const)("%s", (path, ask) => {
    expect(searchPath(ask)).toBe(path);
    expect(readSearchAsk(path.split("?")[1] ?? "")).toEqual(ask);
  });

  it("of which nothing is understood asks for everything", () => {
    expect(readSearchAsk("when=never&kind=%00&q=&files=many")).toEqual(everything);
    expect(readSearchAsk(`q=${"x".repeat(10_000)}`).words).toHaveLength(200);
  });
});
