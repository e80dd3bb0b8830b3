import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DAY, HOUR } from "../time/instant.ts";
import { changedOptions } from "./change-options.ts";
import { answerTo, hasAnswered, isAskedAnew, type PollAnswer, type PollOption } from "./poll.ts";
import { pollDeletedAt, pollReminders } from "./poll-times.ts";
import { seenVotes, type NamedVoice, type PollViewer } from "./see-poll.ts";
import { standingOf, tallyPoll } from "./tally.ts";

const option = (id: string, start: number): PollOption => ({ id, start });
const A = option("a", 1_000);
const B = option("b", 2_000);
const C = option("c", 3_000);
const OPTIONS = [A, B, C];

const ANSWER: Readonly<Record<string, PollAnswer>> = { y: "yes", i: "ifNeeded", n: "no" };

/** A voter by one letter an option: yes, if need be, no; a dot is unanswered. */
function voice(id: string, said: string, isRequired = false): NamedVoice {
  const answers = OPTIONS.flatMap(({ id: of, start }, at) => {
    const answer = ANSWER[said[at] ?? "."];
    return answer ? [[of, { answer, start }] as const] : [];
  });
  return { id, name: `Name ${id}`, note: `Note ${id}`, isRequired, answers: Object.fromEntries(answers) };
}

describe("the best option", () => {
  it.each([
    ["has most yes", ["yn.", "yy.", ".y."], "a", ["a", "b"]],
    ["has most if need be where yes are as many", ["yy.", ".i.", "..."], "b", ["b", "a"]],
    ["is the earliest of equals", ["yyy"], "a", ["a", "b"]],
    ["is never one to which nobody could come", ["nni"], "c", ["c", undefined]],
  ] as const)("%s", (_, said, __, [best, next]) => {
    const standing = standingOf(
      tallyPoll(
        OPTIONS,
        said.map((one, at) => voice(`${at}`, one)),
      ),
      0,
    );
    expect([standing?.best.option.id, standing?.next?.option.id]).toEqual([best, next]);
  });

  it("is one to which they do not say no without whom it can hardly take place", () => {
    const voices = [voice("1", "yy."), voice("2", "yy."), voice("3", "y.."), voice("boss", "ny.", true)];
    const standing = standingOf(tallyPoll(OPTIONS, voices), 0);
    expect(standing?.best.option.id).toBe("b");
    expect(standing?.next?.requiredNo).toEqual(["boss"]);
  });

  it("has not begun, and is none before anybody could come", () => {
    expect(standingOf(tallyPoll(OPTIONS, [voice("1", "yyy")]), A.start)?.best.option.id).toBe("b");
    expect(standingOf(tallyPoll(OPTIONS, [voice("1", "nnn"), voice("2", "...")]), 0)).toBeUndefined();
  });

  it("counts nobody who has not answered as a no", () => {
    const [first] = tallyPoll(OPTIONS, [voice("1", "..."), voice("2", "n..")]);
    expect(first).toMatchObject({ no: ["2"], silent: ["1"], requiredNo: [] });
  });
});

describe("a change of the options", () => {
  const ids = () => {
    let n = 0;
    return () => `new-${(n += 1)}`;
  };

  it("keeps the vote of a time that is given again without its id", () => {
    const done = changedOptions(OPTIONS, [{ start: B.start }, { start: 9_000 }], ids());
    expect(done.options).toEqual([B, { id: "new-1", start: 9_000 }]);
    expect(done).toMatchObject({ moved: [], removed: ["a", "c"], added: ["new-1"] });
  });

  it("asks anew about an option that moves, and counts the vote again when it comes back", () => {
    const one = voice("1", "y..");
    const away = changedOptions(OPTIONS, [{ id: "a", start: 1_500 }, B, C], ids());
    expect(away.moved).toEqual(["a"]);
    expect(away.options.map((each) => answerTo(one, each))).toEqual([undefined, undefined, undefined]);
    expect([isAskedAnew(one, away.options), hasAnswered(one, away.options)]).toEqual([true, false]);
    const back = changedOptions(away.options, OPTIONS, ids());
    expect(back.options).toEqual(OPTIONS);
    expect(answerTo(one, A)).toBe("yes");
  });

  it("leaves every vote whose instant is the same, and no other, under any change", () => {
    const starts = fc.uniqueArray(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(
        starts,
        starts,
        fc.array(fc.boolean(), { minLength: 20, maxLength: 20 }),
        (was, is, named) => {
          const before = was.map((start, at) => option(`o${at}`, start));
          const given = is.map((start, at) =>
            named[at] && before[at] ? { id: before[at].id, start } : { start },
          );
          const { options, moved, removed, added } = changedOptions(before, given, ids());
          expect(options).toHaveLength(given.length);
          expect(new Set(options.map(({ id }) => id)).size).toBe(options.length);
          const answers = Object.fromEntries(
            before.map(({ id, start }) => [id, { answer: "yes" as const, start }]),
          );
          for (const each of options) {
            // A vote never counts for another time than it was given for.
            const isSame = before.some(({ id, start }) => id === each.id && start === each.start);
            expect(answerTo({ answers }, each)).toBe(isSame ? "yes" : undefined);
            if (isSame) expect([...moved, ...removed, ...added]).not.toContain(each.id);
          }
        },
      ),
    );
  });
});

describe("what somebody sees of the votes", () => {
  const voters = [voice("elin", "yy."), voice("bo", "nyi", true), voice("siv", "...")];
  const look = (
    visibility: "all" | "counts" | "mine",
    names: "shown" | "organiserOnly",
    viewer: PollViewer,
  ) => seenVotes({ options: OPTIONS, visibility, names }, voters, viewer, 0);
  const BO: PollViewer = { kind: "voter", id: "bo" };
  const STRANGER: PollViewer = { kind: "voter", id: undefined };

  it("is everything for whoever decides, whatever the poll says", () => {
    for (const visibility of ["all", "counts", "mine"] as const)
      for (const names of ["shown", "organiserOnly"] as const) {
        const seen = look(visibility, names, { kind: "organiser" });
        expect(seen.voters.map(({ name }) => name)).toEqual(["Name elin", "Name bo", "Name siv"]);
        expect(seen.counts?.a).toEqual({ yes: 1, ifNeeded: 0, no: 1 });
        expect(seen.answered).toEqual({ some: 2, of: 3 });
      }
  });

  it.each([
    ["all", "shown", ["Name bo", "Name elin", "Name siv"], true],
    ["all", "organiserOnly", ["Name bo", undefined], true],
    ["counts", "shown", ["Name bo"], true],
    ["counts", "organiserOnly", ["Name bo"], true],
    ["mine", "shown", ["Name bo"], false],
    ["mine", "organiserOnly", ["Name bo"], false],
  ] as const)("%s, names %s: a voter sees these", (visibility, names, shown, hasCounts) => {
    const seen = look(visibility, names, BO);
    expect(seen.voters.map(({ name }) => name)).toEqual(shown);
    expect(seen.voters[0]).toMatchObject({
      isOwn: true,
      note: "Note bo",
      answers: { a: "no", b: "yes", c: "ifNeeded" },
    });
    expect([seen.counts, seen.answered].map((each) => each !== undefined)).toEqual([hasCounts, hasCounts]);
    if (names === "organiserOnly" || visibility !== "all")
      expect(JSON.stringify(seen)).not.toMatch(/elin|siv/);
  });

  it("has the organiser's best option, unless that would tell that somebody can't come who is needed", () => {
    const needed = [voice("elin", "yy."), voice("siv", "yy."), voice("ulf", "y.."), voice("bo", "ny.", true)];
    const best = (
      visibility: "all" | "counts" | "mine",
      names: "shown" | "organiserOnly",
      viewer: PollViewer,
    ) => seenVotes({ options: OPTIONS, visibility, names }, needed, viewer, 0).best;
    expect(best("mine", "organiserOnly", { kind: "organiser" })).toBe("b");
    expect(best("all", "shown", STRANGER)).toBe("b");
    expect(best("all", "organiserOnly", STRANGER)).toBe("a");
    expect(best("counts", "shown", STRANGER)).toBe("a");
    expect(best("mine", "shown", STRANGER)).toBeUndefined();
  });

  it("is nobody's own for a stranger", () => {
    expect(look("all", "shown", STRANGER).voters.map(({ isOwn }) => isOwn)).toEqual([false, false, false]);
    expect(look("mine", "shown", STRANGER)).toEqual({
      voters: [],
      counts: undefined,
      best: undefined,
      answered: undefined,
    });
  });
});

describe("the times of a poll", () => {
  it.each([
    [10 * DAY, [5 * DAY, 9 * DAY]],
    [2 * DAY, [DAY]],
    [DAY, [12 * HOUR]],
    [20 * HOUR, []],
    [null, []],
  ] as const)("remind the silent where it closes after %s", (closesAt, reminders) => {
    expect(pollReminders(0, closesAt)).toEqual(reminders);
  });

  it("remind at whole milliseconds, whenever the poll was made: a database stores no half", () => {
    expect(pollReminders(1, 4 * DAY)).toEqual([2 * DAY, 3 * DAY]);
  });

  it("delete it sixty days after its last option has ended", () => {
    expect(pollDeletedAt([option("a", 5 * DAY)], HOUR, 0)).toBe(65 * DAY + HOUR);
    expect(pollDeletedAt([], HOUR, 7)).toBe(60 * DAY + 7);
  });
});
