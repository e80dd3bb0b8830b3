import type { PollRecord } from "@snart/calendar/jmap/poll.ts";
import { expect, it } from "vitest";
import { votesCsv } from "./votes-csv.ts";

const option = (id: string, start: string, yes: number | null) => ({
  id,
  start,
  counts: yes === null ? null : { yes, ifNeeded: 0, no: 0 },
  roomHeldUntil: null,
});
const voter = (name: string | null, answers: PollRecord["voters"][number]["answers"], note = "") => ({
  id: `${name}`,
  name,
  principalId: null,
  isOwn: false,
  isRequired: false,
  note,
  answers,
});
const words = {
  who: "Who",
  note: "Note",
  canCome: "Can come",
  when: (start: number) => new Date(start).toISOString().slice(0, 16),
  answer: (answer: string) => answer,
  somebody: (number: number) => `Somebody ${number}`,
};
const poll = (voters: PollRecord["voters"], yes: number | null = 1) =>
  ({
    options: [option("a", "2026-12-14T17:00:00Z", yes), option("b", "2026-12-15T17:00:00Z", yes)],
    voters,
  }) as unknown as PollRecord;

it("has a row for each voter and a column for each time; what was not answered is empty", () => {
  const text = votesCsv(
    poll([voter("Bo", { a: "yes", b: "no" }, 'Says "hi", twice'), voter("Siv", {})]),
    words,
  );
  expect(text).toBe(
    '\uFEFF"Who","2026-12-14T17:00","2026-12-15T17:00","Note"\r\n"Bo","yes","no","Says ""hi"", twice"\r\n"Siv","","",""\r\n"Can come","1","1",""\r\n',
  );
});

it("lets no name and no note be a formula, and names nobody whose name the reader does not see", () => {
  const text = votesCsv(
    poll([voter('=HYPERLINK("http://evil")', {}, "@SUM(A1)"), voter(" +1", {}), voter(null, { a: "yes" })]),
    words,
  );
  expect(text).toContain(`"'=HYPERLINK(""http://evil"")"`);
  expect(text).toContain(`"'@SUM(A1)"`);
  expect(text).toContain(`"' +1"`);
  expect(text).toContain('"Somebody 3","yes"');
});

it("has no sums that the reader does not see", () => {
  expect(votesCsv(poll([], null), words)).not.toContain("Can come");
});
