import { describe, expect, test } from "vitest";
import { PROBLEM_STATUS } from "../app/problems.ts";
import type { Problem, ProblemCode } from "../app/problems.ts";
import { CONDITION_NAMES, refuse, statusOf } from "./preconditions.ts";
import { errorXml, printRefusal } from "./print-refusal.ts";
import { refusalOf } from "./problem.ts";

const ANY = {
  problem: { code: "invalid-icalendar", line: 3, detail: "not a content line" },
  component: "VJOURNAL",
  supported: ["VEVENT"],
  method: "REQUEST",
  uri: "a b.ics",
  expected: "uid",
  right: "mayWriteAll",
  side: "before",
  from: "1900-01-01",
  to: "2199-12-31",
  field: "name",
  detail: "not what it should be",
  limit: 1,
  limitDays: 1,
  maximum: 1,
  minimum: 1,
  count: 1,
  attemptsLeft: 1,
  retryAfter: 1,
};
const problemOf = (code: ProblemCode) => ({ ...ANY, code }) as unknown as Problem;
const place = { href: "/dav/x", hrefOfObject: (uri: string) => `/dav/${encodeURIComponent(uri)}` };

describe("refusalOf", () => {
  test.each(Object.keys(PROBLEM_STATUS) as ProblemCode[])("says %s in words", (code) => {
    const refusal = refusalOf(problemOf(code), place);
    expect(statusOf(refusal)).toBeGreaterThanOrEqual(400);
    expect(refusal.text).not.toMatch(/undefined|\[object/);
    expect(refusal.text.length).toBeGreaterThan(10);
  });

  test("names where the UID is", async () => {
    const response = printRefusal(refusalOf(problemOf("uid-taken"), place));
    expect(response.status).toBe(409);
    expect(await response.text()).toContain(
      "<c:no-uid-conflict><d:href>/dav/a%20b.ics</d:href></c:no-uid-conflict>",
    );
  });

  test("names the privilege that is missing", async () => {
    const response = printRefusal(refusalOf(problemOf("forbidden"), place));
    expect(response.status).toBe(403);
    expect(await response.text()).toContain(
      "<d:need-privileges><d:resource><d:href>/dav/x</d:href><d:privilege><d:write-content/></d:privilege></d:resource></d:need-privileges>",
    );
  });
});

test.each(CONDITION_NAMES.filter((name) => name !== "no-uid-conflict" && name !== "need-privileges"))(
  "%s is an element of its own namespace",
  (name) => {
    const refusal = refuse(name, "A sentence <with> markup & more.");
    expect(errorXml(refusal)).toMatch(new RegExp(`^<d:error><[dc]:${name}/></d:error>$`));
    expect([403, 405, 409, 507]).toContain(statusOf(refusal));
  },
);
