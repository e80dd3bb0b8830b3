import { beforeEach, describe, expect, it } from "vitest";
import { runImport } from "../../app/calendars/import-job.ts";
import { signIn } from "../../testing/people/sign-in.ts";
import { runJobs } from "../../jobs/run-jobs.ts";
import { eachWithJmap } from "../../testing/each-with-jmap.ts";
import { JmapClient } from "../../testing/jmap-client.ts";
import { passwordOf } from "../../testing/test-app.ts";
import { vevent } from "../../testing/test-jmap.ts";

const { jmap, elin } = eachWithJmap(["elin"]);
let calendarId: string;
beforeEach(async () => {
  calendarId = (await elin.calendars())[0].id;
});

const profile = async () => (await elin.call("Profile/get", { ids: null })).list[0];

describe("Profile/get", () => {
  it("gives one's own profile, and no secret", async () => {
    expect(await profile()).toEqual({
      id: elin.accountId,
      login: "elin",
      displayName: "elin",
      email: "elin@example.com",
      formerLogins: [],
      formerEmails: [],
      isAdmin: false,
      photoId: null,
      preferences: { timeZone: "Europe/Stockholm" },
    });
  });

  it("does not exist in another's account", async () => {
    const nils = await jmap.client("nils");
    const share = {
      calendarId: calendarId as never,
      principalId: nils.actor.principalId,
      level: "edit" as const,
    };
    await jmap.app.storage.write((tx) => tx.calendars.setShare(share));
    for (const name of ["Profile/get", "Credential/get", "Principal/get"]) {
      expect(await nils.failing(name, { accountId: elin.accountId, ids: null })).toEqual({
        type: "accountNotSupportedByMethod",
      });
    }
  });
});

describe("Profile/set", () => {
  const update = (patch: object) => elin.call("Profile/set", { update: { [elin.accountId]: patch } });

  it("keeps a list of name days, and only as lists are stored", async () => {
    await update({ "preferences/nameDays": "12-13 Lucia\n12-24 Eva, Adam" });
    expect((await profile()).preferences.nameDays).toBe("12-13 Lucia\n12-24 Eva, Adam");
    for (const wrong of ["24/12 Eva", "12-24 Eva\n12-13 Lucia", `01-01 ${"x".repeat(20_000)}`, 7]) {
      const { notUpdated } = await update({ "preferences/nameDays": wrong });
      expect(notUpdated[elin.accountId]).toMatchObject({
        type: "invalidProperties",
        properties: ["preferences/nameDays"],
      });
    }
    expect((await profile()).preferences.nameDays).toBe("12-13 Lucia\n12-24 Eva, Adam");
    await update({ "preferences/nameDays": null });
    expect((await profile()).preferences.nameDays).toBeUndefined();
  });

  it("changes one preference by its path and keeps the others", async () => {
    const answer = await update({ "preferences/language": "sv", displayName: "Elin Ek" });
    expect(answer.updated).toEqual({ [elin.accountId]: null });
    expect(answer.newState).not.toBe(answer.oldState);
    expect(await profile()).toMatchObject({
      displayName: "Elin Ek",
      preferences: { timeZone: "Europe/Stockholm", language: "sv" },
    });
  });

  it("keeps what is left of the first steps", async () => {
    await update({ "preferences/firstSteps": ["phone", "share"] });
    expect((await profile()).preferences.firstSteps).toEqual(["phone", "share"]);
    await update({ "preferences/firstSteps": null });
    expect((await profile()).preferences.firstSteps).toBeUndefined();
  });

  it("removes a preference by null", async () => {
    await update({ "preferences/theme": "dark" });
    await update({ "preferences/theme": null });
    expect((await profile()).preferences).toEqual({ timeZone: "Europe/Stockholm" });
  });

  it("takes a whole profile back", async () => {
    const { isAdmin: _left, ...own } = await profile();
    expect((await update({ ...own, displayName: "E" })).notUpdated).toBeNull();
  });

  it.each([
    ["becoming an administrator", { isAdmin: true }, "invalidProperties", ["isAdmin"]],
    ["another address", { email: "x@example.com", login: "x" }, "invalidProperties", ["login", "email"]],
    [
      "a language nobody speaks",
      { "preferences/language": "tlh" },
      "invalidProperties",
      ["preferences/language"],
    ],
    [
      "a preference nobody knows",
      { "preferences/shoeSize": 42 },
      "invalidProperties",
      ["preferences/shoeSize"],
    ],
    [
      "a zone that is none",
      { "preferences/timeZone": "Mars/Olympus" },
      "invalidProperties",
      ["preferences/timeZone"],
    ],
    [
      "a second zone that is none",
      { "preferences/secondTimeZone": "" },
      "invalidProperties",
      ["preferences/secondTimeZone"],
    ],
    ["a clock of 13 hours", { "preferences/clock": "13" }, "invalidProperties", ["preferences/clock"]],
    [
      "an order of dates that is none",
      { "preferences/dateOrder": "month-year" },
      "invalidProperties",
      ["preferences/dateOrder"],
    ],
    ["a height of hours in px", { "preferences/density": 52 }, "invalidProperties", ["preferences/density"]],
    [
      "working hours of six days",
      { "preferences/workingHours": "08:00-17:00,,,,," },
      "invalidProperties",
      ["preferences/workingHours"],
    ],
    [
      "a first step that is none",
      { "preferences/firstSteps": ["phone", "shoes"] },
      "invalidProperties",
      ["preferences/firstSteps.1"],
    ],
    ["an empty name", { displayName: " " }, "invalidProperties", ["displayName"]],
    ["no name", { displayName: null }, "invalidProperties", ["displayName"]],
    ["a path to nowhere", { "preferences/a/b": 1 }, "invalidPatch", undefined],
  ])("refuses %s", async (_what, patch, type, properties) => {
    const before = await profile();
    const answer = await update(patch);
    expect(answer.notUpdated[elin.accountId]).toMatchObject(properties ? { type, properties } : { type });
    expect(answer.updated).toBeNull();
    expect(await profile()).toEqual(before);
  });

  it("neither makes nor destroys profiles", async () => {
    const answer = await elin.call("Profile/set", { create: { k: {} }, destroy: [elin.accountId] });
    expect(answer).toMatchObject({
      notCreated: { k: { type: "singleton" } },
      notDestroyed: { [elin.accountId]: { type: "singleton" } },
    });
  });
});

describe("Password/change", () => {
  const change = (currentPassword: string, newPassword: string) => ({ currentPassword, newPassword });
  const signInWith = (password: string) =>
    signIn(jmap.app, { login: "elin", password, address: "::1", userAgent: null });

  it("changes the password", async () => {
    expect(await elin.call("Password/change", change(passwordOf("elin"), "a whole new phrase"))).toEqual({});
    expect((await signInWith("a whole new phrase")).ok).toBe(true);
    expect((await signInWith(passwordOf("elin"))).ok).toBe(false);
  });

  it("ends app passwords if that is asked for, and not with a wrong password", async () => {
    const devices = async () => (await elin.call("Credential/get", { ids: null })).list.length;
    await elin.call("Credential/set", { create: { c1: { label: "Elin's phone" } } });
    const wrong = { ...change("not it at all", "a whole new phrase"), removeDevices: true };
    await elin.failing("Password/change", wrong);
    expect(await devices()).toBe(1);
    await elin.call("Password/change", change(passwordOf("elin"), "a whole new phrase"));
    expect(await devices()).toBe(1);
    const again = change("a whole new phrase", "another new phrase");
    await elin.call("Password/change", { ...again, removeDevices: true });
    expect(await devices()).toBe(0);
  });

  it("needs the current one", async () => {
    const error = await elin.failing("Password/change", change("not it at all", "a whole new phrase"));
    expect(error).toMatchObject({ type: "wrong-password", attemptsLeft: expect.any(Number) });
    expect((await signInWith(passwordOf("elin"))).ok).toBe(true);
  });

  it("refuses a weak one, and says how long it must be", async () => {
    const error = await elin.failing("Password/change", change(passwordOf("elin"), "short"));
    expect(error).toMatchObject({ type: "weak-password", minimum: 10 });
    expect((await signInWith(passwordOf("elin"))).ok).toBe(true);
  });
});

describe("Credential/set", () => {
  it("makes an app password that is shown once, and revokes it", async () => {
    const answer = await elin.call("Credential/set", { create: { c1: { label: "Elin's phone" } } });
    const { id, secret, createdAt } = answer.created.c1;
    expect(secret).toMatch(/^[a-z0-9]{4}(-[a-z0-9]{4}){3}$/);
    expect(createdAt).toBe("2026-11-20T12:00:00Z");
    const { list } = await elin.call("Credential/get", { ids: null });
    expect(list).toEqual([
      {
        id,
        kind: "app-password",
        label: "Elin's phone",
        createdAt,
        lastUsedAt: null,
        lastUsedBy: null,
        scope: null,
      },
    ]);
    expect(JSON.stringify(list)).not.toContain(secret);
    expect((await elin.call("Credential/set", { destroy: [id] })).destroyed).toEqual([id]);
    expect((await elin.call("Credential/get", { ids: null })).list).toEqual([]);
  });

  it.each([
    [{}, ["label"]],
    [{ label: 5 }, ["label"]],
    [{ label: "x", kind: "passkey" }, ["kind"]],
    [{ label: "" }, ["label"]],
  ])("refuses %j", async (given, properties) => {
    const answer = await elin.call("Credential/set", { create: { c1: given } });
    expect(answer.notCreated.c1).toMatchObject({ type: "invalidProperties", properties });
    expect((await elin.call("Credential/get", { ids: null })).list).toEqual([]);
  });

  it("does not revoke the password itself, nor another's", async () => {
    const nils = await jmap.client("nils");
    const { id } = (await nils.call("Credential/set", { create: { c: { label: "x" } } })).created.c;
    expect((await elin.call("Credential/set", { destroy: [id, "none"] })).notDestroyed).toMatchObject({
      [id]: { type: "notFound" },
      none: { type: "notFound" },
    });
    expect((await nils.call("Credential/get", { ids: null })).list).toHaveLength(1);
  });

  it("is not for programs that have an app password themselves", async () => {
    const program = new JmapClient(jmap.handlers, { ...elin.actor, via: "app-password" });
    expect(
      (await program.call("Credential/set", { create: { c: { label: "more" } } })).notCreated.c.type,
    ).toBe("forbidden");
    expect(
      (
        await program.failing("Password/change", {
          currentPassword: passwordOf("elin"),
          newPassword: "a whole new phrase",
        })
      ).type,
    ).toBe("forbidden");
  });
});

describe("Import", () => {
  const file = [
    ...vevent("a", "DTSTART:20261123T120000Z", "SUMMARY:A").slice(0, -1),
    ...vevent("b", "DTSTART:20261124T120000Z", "SUMMARY:B").slice(3),
  ].join("\r\n");
  const upload = async (content: string) =>
    ((await (await elin.upload(content)).json()) as { blobId: string }).blobId;
  const work = () =>
    runJobs(
      jmap.app,
      new Map([["import", runImport]]),
      (error) => void jmap.reported.push(error),
      () => false,
    );

  it("goes into a new calendar, tells how far it is, and can be undone", async () => {
    const { import: started } = await elin.call("Import/start", {
      blobId: await upload(file),
      calendarId: null,
      newCalendarName: "From elsewhere",
    });
    expect(started).toMatchObject({
      state: "queued",
      processed: 0,
      total: null,
      calendarName: "From elsewhere",
    });
    await work();
    const { list } = await elin.call("Import/get", { ids: [started.id] });
    expect(list).toEqual([
      {
        id: started.id,
        state: "done",
        processed: 2,
        total: 2,
        added: 2,
        updated: 0,
        unchanged: 0,
        skipped: [],
        mended: [],
        mendedCount: 0,
        attachments: 0,
        missedAttachments: [],
        missedCount: 0,
        calendarId: started.calendarId,
        calendarName: "From elsewhere",
        isStopped: false,
        begunAt: expect.stringMatching(/^2026-.*Z$/),
      },
    ]);
    const there = await elin.call("CalendarEvent/query", { filter: { inCalendar: started.calendarId } });
    expect(there.ids).toHaveLength(2);
    expect(await elin.call("Import/undo", { id: started.id })).toMatchObject({ removed: 2 });
    expect((await elin.call("CalendarEvent/get", { ids: null })).list).toEqual([]);
  });

  it("tells what was left out and why", async () => {
    const bad = file.replace("DTSTART:20261123T120000Z", "DTSTART:nonsense");
    const { import: started } = await elin.call("Import/start", {
      blobId: await upload(bad),
      calendarId,
      newCalendarName: null,
    });
    await work();
    const [done] = (await elin.call("Import/get", { ids: [started.id] })).list;
    expect(done).toMatchObject({ state: "done", added: 1 });
    expect(done.skipped).toEqual([expect.objectContaining({ uid: "a", code: expect.any(String) })]);
  });

  it("refuses what is no calendar, no file, or goes nowhere", async () => {
    const failing = async (args: object) => (await elin.failing("Import/start", args)).type;
    expect(await failing({ blobId: await upload("GIF89a"), calendarId, newCalendarName: null })).toBe(
      "not-a-calendar-file",
    );
    expect(await failing({ blobId: "none", calendarId, newCalendarName: null })).toBe("blob-not-found");
    const blobId = await upload(file);
    expect(await failing({ blobId, calendarId: "none", newCalendarName: null })).toBe("notFound");
    expect(await failing({ blobId, calendarId: null, newCalendarName: null })).toBe("invalidArguments");
    expect(await failing({ blobId, calendarId, newCalendarName: "both" })).toBe("invalidArguments");
    expect(await elin.calendars()).toHaveLength(1);
  });

  it("is nobody else's business", async () => {
    const nils = await jmap.client("nils");
    const { import: started } = await elin.call("Import/start", {
      blobId: await upload(file),
      calendarId,
      newCalendarName: null,
    });
    expect((await nils.call("Import/get", { ids: [started.id] })).notFound).toEqual([started.id]);
    expect((await nils.failing("Import/undo", { id: started.id })).type).toBe("notFound");
  });
});

describe("CalendarEvent/restore", () => {
  it("brings a deleted event back as it was, byte for byte", async () => {
    const id = await jmap.put(
      elin.actor,
      calendarId,
      "x.ics",
      vevent("x", "DTSTART:20261123T120000Z", "X-ODD;P=1:kept", "SUMMARY:Back"),
    );
    const before = await jmap.icalendar(elin.actor, id);
    await elin.call("CalendarEvent/set", { destroy: [id] });
    const { state } = await elin.call("CalendarEvent/get", { ids: [] });
    expect(await elin.call("CalendarEvent/restore", { ids: [id] })).toEqual({
      accountId: elin.accountId,
      restored: [id],
      notScheduled: [],
      notRestored: {},
    });
    expect(await jmap.icalendar(elin.actor, id)).toBe(before);
    expect((await elin.call("CalendarEvent/changes", { sinceState: state })).created).toEqual([id]);
  });

  it("does not find what was never deleted, nor what was another's", async () => {
    const nils = await jmap.client("nils");
    const id = await jmap.put(elin.actor, calendarId, "x.ics", vevent("x", "DTSTART:20261123T120000Z"));
    await elin.call("CalendarEvent/set", { destroy: [id] });
    const answer = await nils.call("CalendarEvent/restore", { ids: [id, "none", "not an id"] });
    expect(answer.restored).toEqual([]);
    for (const each of [id, "none", "not an id"]) expect(answer.notRestored[each].type).toBe("notFound");
    expect((await elin.call("CalendarEvent/get", { ids: [id] })).notFound).toEqual([id]);
  });
});
