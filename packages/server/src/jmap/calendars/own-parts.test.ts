import { beforeEach, describe, expect, it } from "vitest";
import { restoreEvents } from "../../app/write/restore-events.ts";
import type { ShareLevel } from "../../app/types.ts";
import { DavClient } from "../../testing/dav-client.ts";
import { eachWithJmap } from "../../testing/each-with-jmap.ts";
import type { JmapClient } from "../../testing/jmap-client.ts";
import { vevent } from "../../testing/test-jmap.ts";

const { jmap, elin, nils } = eachWithJmap(["elin", "nils"]);
let calendarId: string;
beforeEach(async () => {
  calendarId = (await elin.calendars())[0].id;
});

const share = (level: ShareLevel, client = nils) => jmap.share(calendarId, client, level);
const ALARM = ["BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER:-PT5M", "DESCRIPTION:Soon", "END:VALARM"];
const DINNER = [
  "DTSTART:20261123T120000Z",
  "DURATION:PT1H",
  "SUMMARY:Dinner",
  "CATEGORIES:family",
  "COLOR:red",
  "TRANSP:TRANSPARENT",
  ...ALARM,
];
const put = (lines: readonly string[] = DINNER) =>
  jmap.put(elin.actor, calendarId, "dinner.ics", vevent("dinner", ...lines));
const seen = async (id: string, client = nils) =>
  (await client.call("CalendarEvent/get", { accountId: elin.accountId, ids: [id] })).list[0];
const update = (id: string, patch: object, client = nils) =>
  client.call("CalendarEvent/set", { accountId: elin.accountId, update: { [id]: patch } });
const SEEN = "/dav/calendars/nils/elin~calendar/dinner.ics";
const OWN_TEXT = "/dav/calendars/elin/calendar/dinner.ics";
const dav = (client: JmapClient) => new DavClient(jmap.app, client.actor);

describe("own parts of an event", () => {
  it.each(["keywords", "color", "alerts", "freeBusyStatus"])("are not inherited: %s", async (name) => {
    await share("read");
    const id = await put();
    expect(await elin.event(id)).toHaveProperty(name);
    expect(await seen(id)).not.toHaveProperty(name);
    expect((await seen(id)).title).toBe("Dinner");
  });

  it("can be set by people who may only read, without affecting others", async () => {
    await share("read");
    const id = await put();
    const before = await jmap.icalendar(elin.actor, id);
    const other = await jmap.client("axel");
    await share("read", other);
    const answer = await update(id, { keywords: { work: true }, color: "blue", freeBusyStatus: "free" });
    expect(answer.notUpdated).toBeNull();
    expect(await seen(id)).toMatchObject({ keywords: { work: true }, color: "blue", freeBusyStatus: "free" });
    expect(await seen(id, other)).not.toHaveProperty("color");
    expect(await jmap.icalendar(elin.actor, id)).toBe(before);
  });

  it("include alarms, which CalDAV shows only to their owner", async () => {
    await share("read");
    const id = await put();
    const alerts = {
      a: { "@type": "Alert", trigger: { "@type": "OffsetTrigger", offset: "-PT45M" }, action: "display" },
    };
    expect((await update(id, { alerts })).notUpdated).toBeNull();
    const mine = (await dav(nils).get(SEEN)).body;
    expect(mine).toContain("TRIGGER:-PT45M");
    expect(mine).not.toContain("TRIGGER:-PT5M");
    const hers = (await dav(elin).get(OWN_TEXT)).body;
    expect(hers).toContain("TRIGGER:-PT5M");
    expect(hers).not.toContain("TRIGGER:-PT45M");
  });

  it("appear as a change, with another entity tag only for their owner", async () => {
    await share("read");
    const id = await put();
    const [mine, hers] = [await dav(nils).get(SEEN), await dav(elin).get(OWN_TEXT)];
    const { state } = await nils.call("CalendarEvent/get", { accountId: elin.accountId, ids: [] });
    const token = (await dav(nils).sync("/dav/calendars/nils/elin~calendar/", "")).syncToken;
    await update(id, { color: "blue" });
    expect((await dav(nils).get(SEEN)).etag).not.toBe(mine.etag);
    expect((await dav(elin).get(OWN_TEXT)).etag).toBe(hers.etag);
    const changes = await nils.call("CalendarEvent/changes", {
      accountId: elin.accountId,
      sinceState: state,
    });
    expect(changes.updated).toEqual([id]);
    const { hrefs } = await dav(nils).sync("/dav/calendars/nils/elin~calendar/", token);
    expect(hrefs).toEqual([SEEN]);
  });

  it("survive the owner's changes", async () => {
    await share("read");
    const id = await put();
    await update(id, { color: "blue" });
    await elin.call("CalendarEvent/set", { update: { [id]: { title: "Supper" } } });
    expect(await seen(id)).toMatchObject({ title: "Supper", color: "blue" });
  });

  it("are restored with a deleted event", async () => {
    await share("read");
    const id = await put();
    await update(id, { color: "blue" });
    await elin.call("CalendarEvent/set", { destroy: [id] });
    expect(await seen(id)).toBeUndefined();
    expect((await restoreEvents(jmap.app, elin.actor, elin.actor.principalId, [id as never])).ok).toBe(true);
    expect(await seen(id)).toMatchObject({ title: "Dinner", color: "blue" });
    expect((await elin.event(id)).color).toBe("red");
  });

  it("are removed by null", async () => {
    await share("read");
    const id = await put();
    await update(id, { color: "blue" });
    await update(id, { color: null });
    expect(await seen(id)).not.toHaveProperty("color");
    expect((await elin.event(id)).color).toBe("red");
  });

  it("are all that a reader may change", async () => {
    await share("read");
    const id = await put();
    const before = await jmap.icalendar(elin.actor, id);
    const { notUpdated } = await update(id, { color: "blue", title: "Mine" });
    expect(notUpdated[id].type).toBe("forbidden");
    expect(await jmap.icalendar(elin.actor, id)).toBe(before);
    expect(await seen(id)).not.toHaveProperty("color");
  });

  it("stay separate when an editor writes the whole event by CalDAV", async () => {
    await share("edit");
    await put();
    const { body, etag } = await dav(nils).get(SEEN);
    const changed = body
      .replace("SUMMARY:Dinner", "SUMMARY:Supper")
      .replace(
        "END:VEVENT",
        ["CATEGORIES:mine", ...ALARM, "END:VEVENT"].join("\r\n").replace("-PT5M", "-PT1M"),
      );
    expect((await dav(nils).put(SEEN, changed, { "If-Match": etag ?? "" })).status).toBe(204);
    const hers = (await dav(elin).get(OWN_TEXT)).body;
    for (const line of ["SUMMARY:Supper", "CATEGORIES:family", "COLOR:red", "TRIGGER:-PT5M"])
      expect(hers).toContain(line);
    expect(hers).not.toContain("-PT1M");
    const mine = (await dav(nils).get(SEEN)).body;
    for (const line of ["SUMMARY:Supper", "CATEGORIES:mine", "TRIGGER:-PT1M"]) expect(mine).toContain(line);
    expect(mine).not.toContain("COLOR");
  });

  it("stay the owner's when an editor restores the event", async () => {
    await share("edit");
    const id = await put();
    await elin.call("CalendarEvent/set", { destroy: [id] });
    await nils.call("CalendarEvent/restore", { accountId: elin.accountId, ids: [id] });
    expect(await elin.event(id)).toMatchObject({ color: "red" });
    expect(await jmap.icalendar(elin.actor, id)).toContain("TRIGGER:-PT5M");
    expect(await seen(id)).not.toHaveProperty("color");
  });

  it("are not found by others' keywords", async () => {
    await share("read");
    await put();
    const filter = { text: "family" };
    expect((await nils.call("CalendarEvent/query", { accountId: elin.accountId, filter })).ids).toEqual([]);
  });
});

describe("own parts of one occurrence", () => {
  const KEY = "2026-11-24T12:00:00";
  const DAILY = ["DTSTART:20261123T120000Z", "DURATION:PT1H", "SUMMARY:Dinner", "RRULE:FREQ=DAILY;COUNT=5"];
  const alert = (offset: string) => ({
    a: { "@type": "Alert", trigger: { "@type": "OffsetTrigger", offset }, action: "display" },
  });
  const OWN = { keywords: { work: true }, color: "blue", freeBusyStatus: "free", useDefaultAlerts: false };
  const occurrenceId = async (client = nils): Promise<string> => {
    const query = await client.call("CalendarEvent/query", {
      accountId: elin.accountId,
      filter: { after: "2026-11-24T00:00:00", before: "2026-11-25T00:00:00" },
      expandRecurrences: true,
      timeZone: "Etc/UTC",
    });
    return query.ids[0];
  };

  it.each([
    [
      "by an override",
      async (id: string, patch: object) => update(id, { recurrenceOverrides: { [KEY]: patch } }),
    ],
    ["by its own id", async (_id: string, patch: object) => update(await occurrenceId(), patch)],
  ])("can be set by people who may only read, and nobody else sees them: %s", async (_how, set) => {
    await share("read");
    const other = await jmap.client("axel");
    await share("read", other);
    const id = await put(DAILY);
    const before = await jmap.icalendar(elin.actor, id);
    const etag = (await dav(elin).get(OWN_TEXT)).etag;
    expect((await set(id, { ...OWN, alerts: alert("-PT45M") })).notUpdated).toBeNull();
    expect(await seen(await occurrenceId())).toMatchObject({ title: "Dinner", ...OWN });
    expect((await seen(id)).recurrenceOverrides[KEY]).toMatchObject({ color: "blue" });
    expect(await seen(id)).not.toHaveProperty("color");
    expect(await jmap.icalendar(elin.actor, id)).toBe(before);
    expect((await dav(elin).get(OWN_TEXT)).etag).toBe(etag);
    expect(await elin.event(id)).not.toHaveProperty("recurrenceOverrides");
    expect(await seen(id, other)).not.toHaveProperty("recurrenceOverrides");
    const mine = (await dav(nils).get(SEEN)).body;
    for (const line of [
      "RECURRENCE-ID:20261124T120000Z",
      "COLOR:blue",
      "TRIGGER:-PT45M",
      "TRANSP:TRANSPARENT",
    ])
      expect(mine.split(line)).toHaveLength(2);
  });

  it("are refused with anything else of the occurrence", async () => {
    await share("read");
    const id = await put(DAILY);
    const before = await jmap.icalendar(elin.actor, id);
    const { notUpdated } = await update(id, { recurrenceOverrides: { [KEY]: { ...OWN, title: "Mine" } } });
    expect(notUpdated[id].type).toBe("forbidden");
    expect(await jmap.icalendar(elin.actor, id)).toBe(before);
    expect(await seen(id)).not.toHaveProperty("recurrenceOverrides");
  });

  it("follow the owner's changes, and end with the occurrence", async () => {
    await share("read");
    const id = await put(DAILY);
    await update(id, { recurrenceOverrides: { [KEY]: { color: "blue" } } });
    await elin.call("CalendarEvent/set", { update: { [id]: { title: "Supper" } } });
    expect(await seen(await occurrenceId())).toMatchObject({ title: "Supper", color: "blue" });
    await elin.call("CalendarEvent/set", {
      update: { [id]: { recurrenceOverrides: { [KEY]: { excluded: true } } } },
    });
    expect((await seen(id)).recurrenceOverrides).toEqual({ [KEY]: { excluded: true } });
    expect(await occurrenceId()).toBeUndefined();
  });

  it("are removed by null", async () => {
    await share("read");
    const id = await put(DAILY);
    await update(id, { recurrenceOverrides: { [KEY]: { color: "blue" } } });
    expect((await update(id, { [`recurrenceOverrides/${KEY}`]: null })).notUpdated).toBeNull();
    expect(await seen(id)).not.toHaveProperty("recurrenceOverrides");
    expect(await seen(await occurrenceId())).not.toHaveProperty("color");
  });

  it("stay one's own when an editor changes the series, by JMAP and by CalDAV", async () => {
    await share("edit");
    const id = await put(DAILY);
    await update(id, { recurrenceOverrides: { [KEY]: { color: "blue" } } });
    expect((await update(id, { title: "Supper" })).notUpdated).toBeNull();
    expect(await elin.event(id)).not.toHaveProperty("recurrenceOverrides");
    expect(await seen(await occurrenceId())).toMatchObject({ title: "Supper", color: "blue" });
    const { body, etag } = await dav(nils).get(SEEN);
    // The app renames the series, and sends the occurrence as it was shown.
    const renamed = body.replace("SUMMARY:Supper", "SUMMARY:Lunch");
    expect((await dav(nils).put(SEEN, renamed, { "If-Match": etag ?? "" })).status).toBe(204);
    expect(await elin.event(id)).toMatchObject({ title: "Lunch" });
    expect(await elin.event(id)).not.toHaveProperty("recurrenceOverrides");
    expect(await seen(await occurrenceId())).toMatchObject({ title: "Lunch", color: "blue" });
  });

  it("are parted from what an editor says of the occurrence to everybody", async () => {
    await share("edit");
    const id = await put(DAILY);
    await update(id, { recurrenceOverrides: { [KEY]: { color: "blue", title: "Feast" } } });
    expect((await elin.event(id)).recurrenceOverrides).toEqual({ [KEY]: { title: "Feast" } });
    expect(await seen(await occurrenceId())).toMatchObject({ title: "Feast", color: "blue" });
  });

  it("go with an answer to the occurrence", async () => {
    await share("write");
    const id = await put([
      ...DAILY,
      "ORGANIZER:mailto:elin@example.com",
      "ATTENDEE;PARTSTAT=ACCEPTED:mailto:elin@example.com",
      "ATTENDEE;PARTSTAT=NEEDS-ACTION;RSVP=TRUE:mailto:nils@example.com",
    ]);
    const { participants } = await elin.event(id);
    const [me] = Object.entries<{ calendarAddress: string }>(participants).flatMap(([key, one]) =>
      one.calendarAddress === "mailto:nils@example.com" ? [key] : [],
    );
    const other = "2026-11-25T12:00:00";
    const answer = { [`participants/${me}/participationStatus`]: "declined" };
    const patch = { recurrenceOverrides: { [KEY]: answer, [other]: { color: "blue" } } };
    expect((await update(id, patch)).notUpdated).toBeNull();
    expect(Object.keys((await elin.event(id)).recurrenceOverrides)).toEqual([KEY]);
    expect(Object.keys((await seen(id)).recurrenceOverrides)).toEqual([KEY, other]);
  });
});

describe("answering in another's calendar", () => {
  const MEETING = [
    "DTSTART:20261123T120000Z",
    "DURATION:PT1H",
    "SUMMARY:Board",
    "ORGANIZER:mailto:elin@example.com",
    "ATTENDEE;PARTSTAT=ACCEPTED:mailto:elin@example.com",
    "ATTENDEE;PARTSTAT=NEEDS-ACTION;RSVP=TRUE:mailto:nils@example.com",
    "ATTENDEE;PARTSTAT=NEEDS-ACTION:mailto:axel@example.com",
  ];
  const participantOf = async (id: string, address: string): Promise<string> => {
    const { participants } = await elin.event(id);
    const found = Object.entries<{ calendarAddress: string }>(participants).find(
      ([, one]) => one.calendarAddress === `mailto:${address}`,
    );
    return found?.[0] ?? "nobody";
  };
  const answered = (key: string) => ({ [`participants/${key}/participationStatus`]: "accepted" });

  it("is for people who may add and answer, as themselves", async () => {
    await share("write");
    const id = await put(MEETING);
    const me = await participantOf(id, "nils@example.com");
    expect((await update(id, answered(me))).notUpdated).toBeNull();
    expect((await elin.event(id)).participants[me].participationStatus).toBe("accepted");
    expect((await dav(elin).get(OWN_TEXT)).body).toContain("SUMMARY:Board");
  });

  it("is not for another guest", async () => {
    await share("write");
    const id = await put(MEETING);
    const other = await participantOf(id, "axel@example.com");
    const before = await jmap.icalendar(elin.actor, id);
    expect((await update(id, answered(other))).notUpdated[id].type).toBe("forbidden");
    expect(await jmap.icalendar(elin.actor, id)).toBe(before);
  });

  it("is not for people who may only read", async () => {
    await share("read");
    const id = await put(MEETING);
    const me = await participantOf(id, "nils@example.com");
    expect((await update(id, answered(me))).notUpdated[id].type).toBe("forbidden");
  });

  it("brings no other change along", async () => {
    await share("write");
    const id = await put(MEETING);
    const me = await participantOf(id, "nils@example.com");
    const before = await jmap.icalendar(elin.actor, id);
    expect((await update(id, { ...answered(me), title: "Party" })).notUpdated[id].type).toBe("forbidden");
    expect(await jmap.icalendar(elin.actor, id)).toBe(before);
  });

  const GUEST = {
    "@type": "Participant",
    calendarAddress: "mailto:new@example.com",
    roles: { attendee: true },
  };
  it.each([
    ["mayInviteSelf", "nils@example.com", MEETING.filter((line) => !line.includes("nils"))],
    ["mayInviteOthers", "new@example.com", MEETING],
  ])("adds guests where the event says so: %s", async (flag, address, lines) => {
    await share("write");
    const patch = { "participants/new": { ...GUEST, calendarAddress: `mailto:${address}` } };
    const id = await put(lines);
    expect((await update(id, patch)).notUpdated[id].type).toBe("forbidden");
    await elin.call("CalendarEvent/set", { update: { [id]: { [flag]: true } } });
    expect((await update(id, patch)).notUpdated).toBeNull();
    expect(JSON.stringify((await elin.event(id)).participants)).toContain(address);
    const owner = { ...patch["participants/new"], roles: { owner: true, attendee: true } };
    expect((await update(id, { "participants/x": owner })).notUpdated?.[id]?.type).toBeDefined();
  });
});
