import { describe, expect, it } from "vitest";
import { openScene, type Doing, type Role, type Scene, type Sight } from "./who-may-what.ts";

// Who may do what with a meeting, by which protocol, and who is told of it. `no`: it is refused, nothing changes, and nobody is told.
// Otherwise: who gets which message, and by how much SEQUENCE rises.

const DOINGS: readonly Doing[] = [
  "create",
  "rename",
  "move",
  "hide",
  "remind",
  "answer",
  "inviteOne",
  "carry",
  "delete",
];
type Row = Readonly<Record<Doing, string>>;

const NONE: Row = {
  create: "no",
  rename: "no",
  move: "no",
  hide: "no",
  remind: "no",
  answer: "no",
  inviteOne: "no",
  carry: "no",
  delete: "no",
};
const WHO_EDITS: Row = {
  create: "asa REQUEST, bengt REQUEST",
  rename: "asa REQUEST, bengt REQUEST",
  move: "asa REQUEST, bengt REQUEST, +1",
  hide: "no",
  remind: "nobody",
  answer: "nobody",
  inviteOne: "cilla REQUEST",
  // It lives on where it was carried to.
  carry: "nobody",
  delete: "asa CANCEL, bengt CANCEL",
};

const TABLE: Readonly<Record<Role, Row>> = {
  organizer: { ...WHO_EDITS, hide: "nobody" },
  guest: {
    create: "nobody",
    rename: "no",
    move: "no",
    hide: "nobody",
    remind: "nobody",
    answer: "elin REPLY",
    inviteOne: "no",
    carry: "nobody",
    delete: "elin REPLY",
  },
  freeBusy: NONE,
  read: { ...NONE, remind: "nobody" },
  write: { ...NONE, remind: "nobody", answer: "nobody" },
  edit: WHO_EDITS,
  manage: WHO_EDITS,
  "group member": WHO_EDITS,
  member: { ...WHO_EDITS, hide: "nobody" },
  manager: { ...WHO_EDITS, hide: "nobody" },
  stranger: NONE,
};

/** How much each sees of the meeting, and of one that Elin keeps private; a guest sees their own copy, which is no less open. */
const SEES: Readonly<Record<Role, readonly [open: Sight, kept: Sight]>> = {
  organizer: ["all", "all"],
  guest: ["all", "all"],
  freeBusy: ["times", "times"],
  read: ["all", "times"],
  write: ["all", "times"],
  edit: ["all", "times"],
  manage: ["all", "times"],
  "group member": ["all", "times"],
  member: ["all", "all"],
  manager: ["all", "all"],
  stranger: ["nothing", "nothing"],
};

/** By JMAP every change that is for everybody counts (JMAP Calendars, "CalendarEvent/set"). */
const COUNTED: Readonly<Partial<Record<Role, readonly Doing[]>>> = {
  organizer: ["rename", "hide", "answer", "inviteOne"],
  edit: ["rename", "inviteOne"],
  manage: ["rename", "inviteOne"],
  "group member": ["rename", "inviteOne"],
  member: ["rename", "hide", "answer", "inviteOne"],
  manager: ["rename", "hide", "answer", "inviteOne"],
};
const rowOf = (role: Role, row: Row, front: string): Row => {
  const counted = front === "JMAP" ? (COUNTED[role] ?? []) : [];
  return { ...row, ...Object.fromEntries(counted.map((doing) => [doing, `${row[doing]}, +1`])) };
};

const FRONTS = { JMAP: "byJmap", CalDAV: "byCalDav" } as const;

const sequenceIn = (text: string): number => Number(/SEQUENCE:(\d+)/.exec(text)?.[1] ?? 0);

/** Does it, and says what came of it. */
async function outcome(scene: Scene, front: keyof typeof FRONTS, doing: Doing): Promise<string> {
  const uid = `${doing}-meeting`;
  if (doing !== "create") await scene.invite(uid);
  const [before, told] = [await scene.own(uid), await scene.told()];
  const isDone = await scene[FRONTS[front]](doing, uid);
  await scene.deliver();
  const after = await scene.own(uid);
  const fresh = (await scene.told()).toSorted().join(", ");
  const news = without(fresh.split(", "), told).join(", ");
  const rise = after === "" || before === "" ? 0 : sequenceIn(after) - sequenceIn(before);
  if (!isDone) {
    expect([news, after], "nothing of what is refused is done").toEqual(["", before]);
    return "no";
  }
  return [news === "" ? "nobody" : news, ...(rise === 0 ? [] : [`+${rise}`])].join(", ");
}

/** The items that are new, each as often as it came. */
function without(items: readonly string[], known: readonly string[]): readonly string[] {
  const left = [...known];
  return items.filter((item) => {
    const at = left.indexOf(item);
    if (at < 0) return item !== "";
    left.splice(at, 1);
    return false;
  });
}

describe.each(Object.entries(TABLE))("%s", (name, row) => {
  it.each(Object.keys(FRONTS) as (keyof typeof FRONTS)[])(
    "may do by %s what the table says, and no more",
    { timeout: 60_000 },
    async (front) => {
      const scene = await openScene(name as Role);
      const found: Record<string, string> = {};
      for (const doing of DOINGS) found[doing] = await outcome(scene, front, doing);
      await scene.close();
      expect(found).toEqual(rowOf(name as Role, row, front));
    },
  );

  it("sees by JMAP and CalDAV what the table says", { timeout: 60_000 }, async () => {
    const scene = await openScene(name as Role);
    await scene.invite("open");
    await scene.invite("kept", true);
    for (const front of ["JMAP", "CalDAV"] as const) {
      const seen = [await scene.sees(front, "open"), await scene.sees(front, "kept")];
      // What only takes time is not there by the name of its event, which would tell of it.
      const isNameless = name === "freeBusy" && front === "CalDAV";
      expect(seen, front).toEqual(isNameless ? ["nothing", "nothing"] : SEES[name as Role]);
    }
    await scene.close();
  });

  it("may by mail from their own mailbox answer at most", { timeout: 60_000 }, async () => {
    const scene = await openScene(name as Role);
    await scene.invite("a");
    const before = await scene.own("a");
    const told = await scene.told();
    for (const doing of ["rename", "delete"] as const) await scene.byMail(doing, "a", scene.mailbox);
    await scene.deliver();
    expect([await scene.own("a"), await scene.told()]).toEqual([before, told]);
    await scene.byMail("answer", "a", scene.mailbox);
    await scene.deliver();
    expect(without(await scene.told(), told)).toEqual([`${scene.organizer} REPLY`]);
    await scene.close();
  });
});

describe("a guest's own", () => {
  it.each(Object.keys(FRONTS) as (keyof typeof FRONTS)[])(
    "by %s stays theirs",
    { timeout: 60_000 },
    async (front) => {
      const scene = await openScene("guest");
      await scene.invite("a");
      for (const doing of ["hide", "remind", "answer"] as const) await scene[FRONTS[front]](doing, "a");
      await scene.deliver();
      const own = await scene.own("a");
      expect(own).toMatch(/PARTSTAT=TENTATIVE[^\r\n]*bengt@/);
      expect(own).not.toMatch(/CLASS|VALARM/);
      expect(await scene.copy("a")).toMatch(/CLASS:PRIVATE/);
      expect(await scene.copy("a")).toMatch(/TRIGGER:-PT7M/);
      await scene.close();
    },
  );
});

describe("by mail", () => {
  it("a guest outside may answer, and nobody there may change or cancel", { timeout: 60_000 }, async () => {
    const scene = await openScene("organizer");
    await scene.invite("a");
    const before = await scene.own("a");
    const told = await scene.told();
    for (const from of ["asa@elsewhere.example", "eve@elsewhere.example"])
      for (const doing of ["rename", "delete"] as const) await scene.byMail(doing, "a", from);
    await scene.byMail("answer", "a", "eve@elsewhere.example");
    await scene.deliver();
    expect([await scene.own("a"), await scene.told()]).toEqual([before, told]);
    await scene.byMail("answer", "a", "asa@elsewhere.example");
    await scene.deliver();
    expect(await scene.own("a")).toMatch(/PARTSTAT=TENTATIVE[^\r\n]*asa@/);
    expect(without(await scene.told(), told)).toEqual(["elin REPLY"]);
    await scene.close();
  });
});
