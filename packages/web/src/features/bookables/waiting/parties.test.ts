import { expect, it } from "vitest";
import { otherName, partiesOf } from "./parties.ts";

const house = (id: string, number: string) => ({ id, name: `${number} Sand` });
const own = house("b", "1203");

it("books for one's own households, and as a manager for the others", () => {
  expect(partiesOf([own], [])).toEqual({ households: [own], others: [] });
  const parties = partiesOf([own], [house("d", "2"), own, house("a", "12B")]);
  expect(parties.others.map(({ id }) => id)).toEqual(["d", "a"]);
  expect(otherName(parties, "a")).toBe("12B Sand");
  expect([otherName(parties, "b"), otherName(parties, null)]).toEqual([undefined, undefined]);
});
