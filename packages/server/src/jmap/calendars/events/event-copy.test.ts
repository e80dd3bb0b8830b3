import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { eachWithJmap } from "../../../testing/each-with-jmap.ts";
import type { Answer } from "../../../testing/jmap-client.ts";
import { vevent } from "../../../testing/test-jmap.ts";

const { jmap, elin, nils } = eachWithJmap(["elin", "nils"]);
let from: string;
let to: string;
beforeEach(async () => {
  from = (await elin.calendars())[0].id;
  to = (await nils.calendars())[0].id;
});
afterEach(async () => {
  expect(jmap.reported).toEqual([]);
});

const share = (level: "read" | "edit") =>
  jmap.app.storage.write((tx) =>
    tx.calendars.setShare({ calendarId: from as never, principalId: nils.actor.principalId, level }),
  );
const put = (uid: string, ...lines: string[]) =>
  jmap.put(elin.actor, from, `${uid}.ics`, vevent(uid, "DTSTART:20261123T120000Z", "SUMMARY:Talk", ...lines));
const copy = (id: string, fields: object = {}, args: object = {}) =>
  nils.request([
    [
      "CalendarEvent/copy",
      {
        fromAccountId: elin.accountId,
        create: { k: { id, calendarIds: { [to]: true }, ...fields } },
        ...args,
      },
    ],
  ]);

describe("CalendarEvent/copy", () => {
  it("creates the event in the other account, with the given changes, and leaves the original", async () => {
    await share("read");
    const id = await put("talk", "RRULE:FREQ=DAILY;COUNT=3");
    const { methodResponses } = await copy(id, { title: "My talk" });
    const [[name, answer], ...others] = methodResponses;
    expect(name).toBe("CalendarEvent/copy");
    expect(others).toEqual([]);
    expect(answer).toMatchObject({
      fromAccountId: elin.accountId,
      accountId: nils.accountId,
      notCreated: null,
    });
    const text = await jmap.icalendar(nils.actor, answer.created.k.id);
    expect(text).toContain("SUMMARY:My talk");
    expect(text).toContain("RRULE:FREQ=DAILY;COUNT=3");
    expect((await elin.event(id)).title).toBe("Talk");
  });

  it("destroys the original on request, and reports that in a separate response", async () => {
    await share("edit");
    const id = await put("talk");
    const { methodResponses } = await copy(id, {}, { onSuccessDestroyOriginal: true });
    expect(methodResponses.map(([name, , callId]: [string, Answer, string]) => [name, callId])).toEqual([
      ["CalendarEvent/copy", "c0"],
      ["CalendarEvent/set", "c0"],
    ]);
    expect(methodResponses[1][1]).toMatchObject({ accountId: elin.accountId, destroyed: [id] });
    expect(await elin.event(id)).toBeUndefined();
  });

  it("destroys nothing without the right, or in another state than the known one", async () => {
    await share("read");
    const id = await put("talk");
    const { methodResponses } = await copy(id, {}, { onSuccessDestroyOriginal: true });
    expect(methodResponses[1][1].notDestroyed[id].type).toBe("forbidden");
    const second = await put("second");
    const late = await copy(second, {}, { onSuccessDestroyOriginal: true, destroyFromIfInState: "1" });
    expect(late.methodResponses[1]).toMatchObject(["error", { type: "stateMismatch" }, "c0"]);
    expect((await elin.event(id)).title).toBe("Talk");
    expect((await elin.event(second)).title).toBe("Talk");
  });

  it("does not find secret events", async () => {
    await share("edit");
    const id = await put("talk", "CLASS:CONFIDENTIAL");
    const [[, answer]] = (await copy(id)).methodResponses;
    expect(answer).toMatchObject({ created: null, notCreated: { k: { type: "notFound" } } });
  });

  it("names the event that already has the UID", async () => {
    await share("read");
    const id = await put("talk");
    const [[, first]] = (await copy(id)).methodResponses;
    const [[, second]] = (await copy(id)).methodResponses;
    expect(second.notCreated.k).toEqual({ type: "alreadyExists", existingId: first.created.k.id });
  });

  it.each([
    ["an account that is not reached", { fromAccountId: "none" }, "fromAccountNotFound"],
    ["a state that has passed", { ifFromInState: "1" }, "stateMismatch"],
  ])("is refused from %s", async (_what, args, type) => {
    await share("read");
    const id = await put("talk");
    const [[name, error]] = (await copy(id, {}, args)).methodResponses;
    expect([name, error.type]).toEqual(["error", type]);
    expect((await nils.call("CalendarEvent/query", {})).ids).toEqual([]);
  });

  it("is refused inside one account", async () => {
    const args = { fromAccountId: elin.accountId, create: {} };
    expect(await elin.failing("CalendarEvent/copy", args)).toMatchObject({ type: "invalidArguments" });
  });
});

const uploaded = async (text: string): Promise<string> =>
  ((await (await elin.upload(text)).json()) as { blobId: string }).blobId;

describe("CalendarEvent/parse", () => {
  it("returns a file's events, and stores nothing", async () => {
    const file = [...vevent("a", "DTSTART:20261123T120000Z", "SUMMARY:One")].join("\r\n");
    const blobId = await uploaded(file);
    const answer = await elin.call("CalendarEvent/parse", { blobIds: [blobId] });
    expect(answer).toMatchObject({
      parsed: { [blobId]: [{ "@type": "Event", uid: "a", title: "One" }] },
      notFound: null,
    });
    expect((await elin.call("CalendarEvent/query", {})).ids).toEqual([]);
  });

  it("returns the requested properties, null for those of stored events", async () => {
    const blobId = await uploaded(vevent("a", "DTSTART:20261123T120000Z", "SUMMARY:One").join("\r\n"));
    const answer = await elin.call("CalendarEvent/parse", {
      blobIds: [blobId],
      properties: ["title", "id", "calendarIds"],
    });
    expect(answer.parsed[blobId]).toEqual([{ title: "One", id: null, calendarIds: null }]);
  });

  it("says by which method a file brings an event", async () => {
    const lines = vevent("a", "DTSTART:20261123T120000Z");
    const parsed = async (method: string) => {
      const blobId = await uploaded([...lines.slice(0, 2), method, ...lines.slice(2)].join("\r\n"));
      return (await elin.call("CalendarEvent/parse", { blobIds: [blobId] })).parsed[blobId];
    };
    expect(await parsed("METHOD:CANCEL")).toMatchObject([{ uid: "a", method: "cancel" }]);
    expect(await parsed("METHOD:REQUEST")).toMatchObject([{ uid: "a", method: "request" }]);
    expect((await parsed("X-NOTHING:1"))[0]).not.toHaveProperty("method");
  });

  it("reports missing blobs and those without a calendar", async () => {
    const blobId = await uploaded("Dear diary");
    expect(await elin.call("CalendarEvent/parse", { blobIds: [blobId, "none", "no id!"] })).toMatchObject({
      parsed: null,
      notFound: ["none", "no id!"],
      notParsable: [blobId],
    });
  });

  it("does not know the uploads of others", async () => {
    const blobId = await uploaded(vevent("a", "DTSTART:20261123T120000Z").join("\r\n"));
    expect((await nils.call("CalendarEvent/parse", { blobIds: [blobId] })).notFound).toEqual([blobId]);
  });

  it("refuses more files than it reads", async () => {
    const blobIds = Array.from({ length: 17 }, (_, n) => `b${n}`);
    expect(await elin.failing("CalendarEvent/parse", { blobIds })).toMatchObject({ type: "requestTooLarge" });
  });
});

describe("Blob/copy", () => {
  it("copies between a person's accounts, and nothing of others", async () => {
    const { principalId } = elin.actor;
    const groupId = "group-1" as typeof principalId;
    await jmap.app.storage.write(async (tx) => {
      const person = await tx.principals.byId(principalId);
      if (person)
        await tx.principals.insert({ ...person, id: groupId, kind: "group", login: "board", email: null });
      await tx.principals.addMember(groupId, principalId);
    });
    const blobId = await uploaded("hello");
    const args = { fromAccountId: elin.accountId, accountId: groupId, blobIds: [blobId, "none"] };
    const answer = await elin.call("Blob/copy", args);
    expect(answer.notCopied).toEqual({ none: { type: "notFound" } });
    expect(await (await elin.download(answer.copied[blobId], "f", "", groupId)).text()).toBe("hello");
    expect(await elin.failing("Blob/copy", { ...args, fromAccountId: nils.accountId })).toMatchObject({
      type: "fromAccountNotFound",
    });
    expect(await nils.failing("Blob/copy", args)).toMatchObject({ type: "accountNotFound" });
  });
});
