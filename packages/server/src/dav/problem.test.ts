import english from "@snart/locales/en-GB.json" with { type: "json" };
import { nodeMessages } from "@snart/locales/messages-node.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PROBLEM_STATUS, type Problem, type ProblemCode } from "../app/problems.ts";
import { openTestDav, type TestDav } from "../testing/test-dav.ts";
import { elementsOf } from "./xml/element.ts";
import { CONDITION_NAMES, TOLD_STATUSES, refuse, statusOf, type ConditionName } from "./preconditions.ts";
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
  managedId: "m1",
  start: 0,
  end: 1,
};
const problemOf = (code: ProblemCode) => ({ ...ANY, code }) as unknown as Problem;
const place = { href: "/dav/x", hrefOfObject: (uri: string) => `/dav/${encodeURIComponent(uri)}` };

describe("refusalOf", () => {
  test.each(Object.keys(PROBLEM_STATUS) as ProblemCode[])("describes %s in words", (code) => {
    const refusal = refusalOf(problemOf(code), place);
    expect(statusOf(refusal)).toBeGreaterThanOrEqual(400);
    expect(refusal.text).not.toMatch(/undefined|\[object/);
    expect(refusal.text.length).toBeGreaterThan(10);
  });

  test("names the object with the UID", async () => {
    const response = printRefusal(refusalOf(problemOf("uid-taken"), place), "sv");
    expect(response.status).toBe(409);
    expect(response.body).toContain("<c:no-uid-conflict><d:href>/dav/a%20b.ics</d:href></c:no-uid-conflict>");
  });

  test("names the missing privilege", async () => {
    const response = printRefusal(refusalOf(problemOf("forbidden"), place), "sv");
    expect(response.status).toBe(403);
    expect(response.body).toContain(
      "<d:need-privileges><d:resource><d:href>/dav/x</d:href><d:privilege><d:write-content/></d:privilege></d:resource></d:need-privileges>",
    );
  });
});

const isPlain = (name: ConditionName): name is Parameters<typeof refuse>[0] =>
  !["no-uid-conflict", "unique-scheduling-object-resource", "need-privileges"].includes(name);

test.each(CONDITION_NAMES.filter(isPlain))("%s is an element of its own namespace", (name) => {
  const refusal = refuse(name, "A sentence <with> -- markup & more.");
  expect(errorXml(refusal)).toMatch(
    new RegExp(
      `^<d:error><(?:[dc]:${name}|x:${name} xmlns:x="https://bitfire.at/webdav-push")/><!-- A sentence &lt;with&gt; - - markup &amp; more. --></d:error>$`,
    ),
  );
  expect([400, 403, 409, 507]).toContain(statusOf(refusal));
});

test("every condition and every status has a sentence, and there are no others", () => {
  const keys = [...CONDITION_NAMES, ...TOLD_STATUSES.map((status) => `status-${status}`)].map(
    (name) => `dav.${name}`,
  );
  const texts = Object.keys(english).filter((key) => key.startsWith("dav."));
  expect(texts.toSorted()).toEqual(keys.toSorted());
});

describe("the sentence of a refusal", () => {
  let opened: TestDav;
  beforeAll(async () => void (opened = await openTestDav()));
  afterAll(() => opened.close());

  const refusedTo = async (language: "sv" | "en-GB" | undefined, accept?: string) => {
    const client = await opened.client(`p${Math.random().toString(36).slice(2)}`);
    const preferences = language === undefined ? {} : { language };
    await opened.app.storage.write((tx) => tx.principals.update(client.actor.principalId, { preferences }));
    const headers = accept === undefined ? {} : { "accept-language": accept };
    return client.send("MKCALENDAR", `/dav/calendars/${client.actor.login}/calendar/`, { headers });
  };

  test.each([
    ["sv", undefined, "sv"],
    ["sv", "en", "sv"],
    [undefined, "de;q=0.9, sv-FI;q=0.8, en;q=0.1", "sv"],
    [undefined, "en;q=0.1,sv;q=0", "en-GB"],
    [undefined, "de", "en-GB"],
    [undefined, undefined, "en-GB"],
    [undefined, ";;;,,,q=,=;q=x", "en-GB"],
  ] as const)("for who has chosen %s and whose app says %s is in %s", async (chosen, accept, language) => {
    const answer = await refusedTo(chosen, accept);
    expect([answer.status, answer.condition]).toEqual([403, "resource-must-be-null"]);
    expect(elementsOf(answer.xml).map(({ name }) => name)).toEqual(["resource-must-be-null"]);
    expect(answer.headers.get("content-language")).toBe(language);
    expect(answer.body).toContain(nodeMessages(language)("dav.resource-must-be-null"));
    expect(answer.body).not.toContain(
      nodeMessages(language === "sv" ? "en-GB" : "sv")("dav.resource-must-be-null"),
    );
  });

  test("is given with each property too, with the exact problem", async () => {
    const client = await opened.client("elsa");
    await opened.app.storage.write((tx) =>
      tx.principals.update(client.actor.principalId, { preferences: { language: "sv" } }),
    );
    const colour = "<d:set><d:prop><a:calendar-color>blå</a:calendar-color><d:getetag/></d:prop></d:set>";
    const { body } = await client.proppatch("/dav/calendars/elsa/calendar/", colour);
    expect(body).toContain(nodeMessages("sv")("dav.cannot-modify-protected-property"));
    expect(body).toContain("A colour is written like #4A86D4");
  });
});
