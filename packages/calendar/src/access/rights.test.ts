import { describe, expect, it } from "vitest";
import {
  LEVELS,
  levelCovering,
  levelOf,
  mergeRights,
  NO_RIGHTS,
  OWNER_RIGHTS,
  rightsOf,
  type CalendarRights,
  type Level,
} from "./rights.ts";

const allowed = (rights: CalendarRights) =>
  Object.entries(rights)
    .filter(([, may]) => may)
    .map(([name]) => name)
    .toSorted();

const TABLE: [Level, string[]][] = [
  ["freeBusy", ["mayReadFreeBusy"]],
  ["read", ["mayReadFreeBusy", "mayReadItems", "mayUpdatePrivate"]],
  ["write", ["mayRSVP", "mayReadFreeBusy", "mayReadItems", "mayUpdatePrivate", "mayWriteOwn"]],
  ["edit", ["mayRSVP", "mayReadFreeBusy", "mayReadItems", "mayUpdatePrivate", "mayWriteAll", "mayWriteOwn"]],
  ["manage", Object.keys(OWNER_RIGHTS).toSorted()],
];

describe("levels of access", () => {
  it.each(TABLE)("%s allows exactly its rights", (level, names) => {
    expect(allowed(rightsOf(level))).toEqual(names);
    expect(levelOf(rightsOf(level))).toBe(level);
  });

  it("each level includes the weaker ones and is implied as a whole", () => {
    for (const [i, level] of LEVELS.entries()) {
      const weaker = LEVELS[i - 1];
      if (weaker) expect(mergeRights(rightsOf(level), rightsOf(weaker))).toEqual(rightsOf(level));
      expect(levelCovering(rightsOf(level))).toBe(level);
    }
  });

  it("only `manage` may share and delete", () => {
    for (const level of LEVELS.slice(0, -1)) {
      expect(rightsOf(level).mayShare || rightsOf(level).mayDelete).toBe(false);
    }
  });

  it("merges without losing or inventing", () => {
    expect(mergeRights(NO_RIGHTS, NO_RIGHTS)).toEqual(NO_RIGHTS);
    const merged = mergeRights({ ...NO_RIGHTS, mayShare: true }, rightsOf("read"));
    expect(allowed(merged)).toEqual(["mayReadFreeBusy", "mayReadItems", "mayShare", "mayUpdatePrivate"]);
  });

  it.each<[keyof CalendarRights, Level]>([
    ["mayReadFreeBusy", "freeBusy"],
    ["mayReadItems", "read"],
    ["mayUpdatePrivate", "read"],
    ["mayWriteOwn", "write"],
    ["mayRSVP", "write"],
    ["mayWriteAll", "edit"],
    ["mayShare", "manage"],
    ["mayDelete", "manage"],
  ])("covers %s alone by %s", (name, level) => {
    expect(levelCovering({ ...NO_RIGHTS, [name]: true })).toBe(level);
    expect(levelCovering({ ...OWNER_RIGHTS, [name]: false })).toBe("manage");
  });

  it("covers no rights by no level", () => {
    expect(levelCovering(NO_RIGHTS)).toBeUndefined();
  });

  it("has no level weaker than free/busy", () => {
    expect(levelOf(NO_RIGHTS)).toBeUndefined();
    expect(levelOf({ ...OWNER_RIGHTS, mayDelete: false })).toBe("edit");
  });
});
