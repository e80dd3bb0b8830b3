import type { GroupRecord } from "@snart/calendar/jmap/account.ts";
import { describe, expect, it } from "vitest";
import { otherName, partiesOf } from "./parties.ts";

const group = (id: string, householdLabel: string | null, status: GroupRecord["status"] = "active") =>
  ({ id, name: `${householdLabel ?? id} Sand`, householdLabel, status }) as GroupRecord;
const own = group("b", "1203");
const groups = [group("a", "12B"), own, group("c", null), group("d", "2"), group("e", "4", "deleted")];

describe("for whom one books", () => {
  it("is one's own households, and for managers the others by number", () => {
    expect(partiesOf({ mayManage: false }, [own], groups)).toEqual({ households: [own], others: [] });
    const parties = partiesOf({ mayManage: true }, [own], groups);
    expect(parties.others.map(({ id }) => id)).toEqual(["d", "a"]);
    expect(otherName(parties, "a")).toBe("12B Sand");
    expect([otherName(parties, "b"), otherName(parties, null)]).toEqual([undefined, undefined]);
  });
});
