import { describe, expect, it } from "vitest";
import { readCalendarObject, type CalendarObject } from "../icalendar/calendar-object.ts";
import { parseICalendar } from "../icalendar/parse.ts";
import { serialiseICalendar } from "../icalendar/serialise.ts";
import { objectFromEvent } from "./from-jscalendar.ts";
import { eventFromObject, taskFromObject } from "./to-jscalendar.ts";
import type { JSEvent, PatchObject } from "./types.ts";
import { patchObject } from "./update-object.ts";

// Values in components inside an event, or in more than one property (RFC 9073, RFC 9074, RFC 9253).

const now = Date.UTC(2026, 10, 20);
const value = <T>(result: { ok: true; value: T } | { ok: false; problem: unknown }): T =>
  result.ok ? result.value : expect.fail(JSON.stringify(result.problem));

function objectOf(lines: string, name = "VEVENT"): CalendarObject {
  const text = `BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:x\nBEGIN:${name}\nUID:u\nDTSTAMP:20260101T000000Z\nDTSTART:20261123T090000Z\n${lines.trim()}\nEND:${name}\nEND:VCALENDAR\n`;
  return value(readCalendarObject(value(parseICalendar(text)).calendar));
}
const eventOf = (lines: string): JSEvent => value(eventFromObject(objectOf(lines)));
const linesOf = (text: string): string[] => text.replaceAll(/\r\n[ \t]/g, "").split("\r\n");

/** The lines that a patch removes and adds, without stamps. */
function change(lines: string, patch: PatchObject) {
  const object = objectOf(lines);
  const [before, after] = [object.calendar, value(patchObject(object, patch, { now }))].map((calendar) =>
    linesOf(serialiseICalendar(calendar)),
  );
  const isStamp = (line: string) => /^(?:DTSTAMP|LAST-MODIFIED|SEQUENCE)/.test(line);
  const without = (some: string[], others: string[]) =>
    some.filter((line) => !others.includes(line) && !isStamp(line));
  return { gone: without(before ?? [], after ?? []), come: without(after ?? [], before ?? []) };
}

/** Converts an event to text and back. */
function through(event: Partial<JSEvent>): { readonly event: JSEvent; readonly lines: string[] } {
  const whole: JSEvent = { "@type": "Event", uid: "u", start: "2026-11-23T09:00:00", ...event };
  const text = serialiseICalendar(value(objectFromEvent(whole, { uid: "u", now, prodId: "p" })));
  const object = value(readCalendarObject(value(parseICalendar(text)).calendar));
  return { event: value(eventFromObject(object)), lines: linesOf(text) };
}

const PLACES = `LOCATION;DERIVED=TRUE:Fred's Bar
BEGIN:VLOCATION
UID:12D2B3EC-AC84-4B70-9EB6-CFE6AD5830B0
NAME:Fred's Bar
LOCATION-TYPE:bar
STRUCTURED-DATA;VALUE=URI:https://example.com/bar.vcf
END:VLOCATION
BEGIN:VLOCATION
UID:6B1C3968-38D2-46AF-B436-BF3F72D459D4
NAME:XYZ Parking
LOCATION-TYPE:parking,bicycle
GEO:40.71427;-74.00597
URL:https://example.com/parking
END:VLOCATION`;
const [BAR, PARKING] = ["12D2B3EC-AC84-4B70-9EB6-CFE6AD5830B0", "6B1C3968-38D2-46AF-B436-BF3F72D459D4"];

describe("VLOCATION", () => {
  it("is a location with types, coordinates and links", () => {
    const { locations = {}, mainLocationId } = eventOf(PLACES);
    expect(Object.keys(locations)).toEqual([BAR, PARKING]);
    expect(locations[BAR]).toEqual({ "@type": "Location", name: "Fred's Bar", locationTypes: { bar: true } });
    expect(locations[PARKING]).toMatchObject({
      name: "XYZ Parking",
      locationTypes: { parking: true, bicycle: true },
      coordinates: "geo:40.71427,-74.00597",
    });
    expect(Object.values(locations[PARKING]?.links ?? {})).toEqual([
      { "@type": "Link", href: "https://example.com/parking", rel: "describedby" },
    ]);
    expect(mainLocationId).toBe(BAR);
  });

  it("changes only what a patch names", () => {
    expect(change(PLACES, { [`locations/${PARKING}/name`]: "Garage" })).toEqual({
      gone: ["NAME:XYZ Parking"],
      come: ["NAME:Garage"],
    });
    expect(change(PLACES, { [`locations/${PARKING}`]: null }).gone).toContain("GEO:40.71427;-74.00597");
    expect(change(PLACES, { [`locations/${BAR}/name`]: "Frida's" })).toEqual({
      gone: ["LOCATION;DERIVED=TRUE:Fred's Bar", "NAME:Fred's Bar"],
      come: ["LOCATION;DERIVED=TRUE:Frida's", "NAME:Frida's"],
    });
  });

  it("does not hide a derived LOCATION that another client changed", () => {
    const { locations = {}, mainLocationId = "" } = eventOf(
      PLACES.replace("TRUE:Fred's Bar", "TRUE:At home"),
    );
    expect(locations[mainLocationId]?.name).toBe("At home");
    expect(Object.keys(locations)).toHaveLength(3);
  });

  it("is written for every location except a simple main one, which LOCATION and GEO express", () => {
    const locations: JSEvent["locations"] = {
      a: { "@type": "Location", name: "Hall", coordinates: "geo:59.3,18.1" },
      b: {
        "@type": "Location",
        name: "Entrance",
        coordinates: "geo:59.3,18.1,20",
        locationTypes: { door: true },
      },
    };
    const { event, lines } = through({ locations, mainLocationId: "a" });
    expect(event.locations).toEqual(locations);
    expect(event.mainLocationId).toBe("a");
    expect(lines).toContain("LOCATION;JSID=a:Hall");
    expect(lines).toContain("COORDINATES;VALUE=URI:geo:59.3,18.1,20");
    expect(lines.filter((line) => line.startsWith("JSPROP"))).toEqual([]);
    const turned = through({ locations, mainLocationId: "b" });
    expect(turned.event.locations).toEqual(locations);
    expect(turned.event.mainLocationId).toBe("b");
    expect(turned.lines).toContain("LOCATION;DERIVED=TRUE:Entrance");
  });
});

describe("PARTICIPANT", () => {
  const PEOPLE = `ORGANIZER;CN=Elin:mailto:elin@x.example
ATTENDEE;CN=Ask;PARTSTAT=ACCEPTED:mailto:ask@x.example
BEGIN:PARTICIPANT
UID:em9lQGZvb2GFtcGxlLmNvbQ
PARTICIPANT-TYPE:SPEAKER
CALENDAR-ADDRESS:mailto:ASK@x.example
SUMMARY:Not his name
DESCRIPTION:Talks of bees
LINK;LINKREL=photo;VALUE=URI:https://x.example/ask.jpg
END:PARTICIPANT
BEGIN:PARTICIPANT
UID:band
SUMMARY:The band
END:PARTICIPANT`;

  it("extends the attendee with its address, or is a participant without one", () => {
    const people = eventOf(PEOPLE).participants ?? {};
    expect(Object.keys(people)).toHaveLength(3);
    const ask = Object.values(people).find(({ name }) => name === "Ask");
    expect(ask).toMatchObject({ participationStatus: "accepted", description: "Talks of bees" });
    expect(Object.values(ask?.links ?? {})).toEqual([
      { "@type": "Link", href: "https://x.example/ask.jpg", rel: "photo" },
    ]);
    expect(people["band"]).toEqual({ "@type": "Participant", name: "The band" });
  });

  it("changes only what a patch names", () => {
    const key =
      Object.entries(eventOf(PEOPLE).participants ?? {}).find(([, p]) => p.name === "Ask")?.[0] ?? "";
    expect(change(PEOPLE, { [`participants/${key}/description`]: "Talks of wasps" })).toEqual({
      gone: ["DESCRIPTION:Talks of bees"],
      come: ["DESCRIPTION:Talks of wasps"],
    });
    expect(change(PEOPLE, { [`participants/${key}/participationStatus`]: "declined" })).toEqual({
      gone: ["ATTENDEE;CN=Ask;PARTSTAT=ACCEPTED:mailto:ask@x.example"],
      come: ["ATTENDEE;CN=Ask;PARTSTAT=DECLINED:mailto:ask@x.example"],
    });
    const { gone, come } = change(PEOPLE, { "participants/band": null });
    expect(gone).toEqual(["UID:band", "SUMMARY:The band"]);
    expect(come).toEqual([]);
    expect(change(PEOPLE, { [`participants/${key}`]: null }).gone).toContain("DESCRIPTION:Talks of bees");
  });

  it("is written for values that ATTENDEE can't express", () => {
    const participants: JSEvent["participants"] = {
      a: {
        "@type": "Participant",
        calendarAddress: "mailto:a@x.example",
        name: "A",
        roles: { attendee: true },
        description: "<b>Bold</b>",
        descriptionContentType: "text/html",
        percentComplete: 40,
        links: { l: { "@type": "Link", href: "https://x.example/a", rel: "enclosure" } },
      },
      b: { "@type": "Participant", name: "The dog", roles: { informational: true }, kind: "individual" },
    };
    const { event, lines } = through({ participants, organizerCalendarAddress: "mailto:o@x.example" });
    expect(event.participants).toMatchObject(participants);
    expect(lines).toContain("STYLED-DESCRIPTION;VALUE=TEXT;FMTTYPE=text/html:<b>Bold</b>");
    expect(lines).toContain("DESCRIPTION;DERIVED=TRUE:Bold");
  });

  it("names the person who sent an invitation for another", () => {
    const sent = 'ORGANIZER;SENT-BY="mailto:pa@x.example":mailto:boss@x.example';
    expect(eventOf(sent).sentBy).toBe("pa@x.example");
    const said = { organizerCalendarAddress: "mailto:o@x.example", sentBy: "bo@x.example" };
    const { event, lines } = through(said);
    expect(event).toMatchObject(said);
    expect(lines.filter((line) => line.includes("SENT-BY"))).toEqual([
      'ORGANIZER;SENT-BY="mailto:bo@x.example":mailto:o@x.example',
    ]);
    expect(change(sent, { sentBy: "mailto:pa@x.example", title: "b" }).come).toEqual(["SUMMARY:b"]);
    expect(change(sent, { sentBy: null }).come).toEqual(["ORGANIZER:mailto:boss@x.example"]);
    expect(change(sent, { title: "x" }).gone).toEqual([]);
  });

  it("keeps the organizer's name of ORGANIZER until the organizer is renamed", () => {
    const sent = [
      "ORGANIZER;CN=Boss Elin:mailto:elin@x.example",
      "ATTENDEE;CN=Elin S;PARTSTAT=ACCEPTED:mailto:elin@x.example",
      "ATTENDEE;CN=Nils:mailto:nils@x.example",
    ].join("\n");
    const people = Object.entries(eventOf(sent).participants ?? {});
    const keyOf = (who: string): string => people.find(([, { name }]) => name === who)?.[0] ?? "";
    expect(change(sent, { [`participants/${keyOf("Nils")}/name`]: "Nils N" })).toEqual({
      gone: ["ATTENDEE;CN=Nils:mailto:nils@x.example"],
      come: ["ATTENDEE;CN=Nils N:mailto:nils@x.example"],
    });
    expect(change(sent, { [`participants/${keyOf("Elin S")}/name`]: "Elin" }).come).toEqual([
      "ORGANIZER;CN=Elin:mailto:elin@x.example",
      "ATTENDEE;CN=Elin;PARTSTAT=ACCEPTED:mailto:elin@x.example",
    ]);
  });

  it("leaves the organizer's line unchanged when another one answers", () => {
    const organizer = 'ORGANIZER;CN=Boss;SENT-BY="mailto:pa@x.example":mailto:boss@x.example';
    const sent = `${organizer}\nATTENDEE;PARTSTAT=ACCEPTED:mailto:boss@x.example\nATTENDEE:mailto:a@x.example`;
    const people = Object.entries(eventOf(sent).participants ?? {});
    const keyOf = (name: string): string =>
      people.find(([, { calendarAddress }]) => calendarAddress === `mailto:${name}@x.example`)?.[0] ?? "";
    expect(change(sent, { [`participants/${keyOf("a")}/participationStatus`]: "accepted" })).toEqual({
      gone: ["ATTENDEE:mailto:a@x.example"],
      come: ["ATTENDEE;PARTSTAT=ACCEPTED:mailto:a@x.example"],
    });
    expect(change(sent, { [`participants/${keyOf("boss")}/name`]: "The boss" }).come).toContain(
      "ATTENDEE;PARTSTAT=ACCEPTED;CN=The boss:mailto:boss@x.example",
    );
  });
});

describe("participants of a task", () => {
  it("have progress, stored in PARTSTAT", () => {
    const object = objectOf(
      "ATTENDEE;PARTSTAT=IN-PROCESS:mailto:a@x.example\nESTIMATED-DURATION:PT2H",
      "VTODO",
    );
    const task = value(taskFromObject(object));
    const [key, participant] = Object.entries(task.participants ?? {})[0] ?? [];
    expect(participant).toMatchObject({ participationStatus: "accepted", progress: "in-process" });
    expect(task.estimatedDuration).toBe("PT2H");
    const done = value(patchObject(object, { [`participants/${key}/progress`]: "completed" }, { now }));
    expect(serialiseICalendar(done)).toContain("ATTENDEE;PARTSTAT=COMPLETED:mailto:a@x.example");
  });
});

describe("descriptions", () => {
  const STYLED =
    "STYLED-DESCRIPTION;FMTTYPE=text/html;X-A=1:<p>Hello\\,</p>\nDESCRIPTION;DERIVED=TRUE:Hello\\,";

  it("are read from the property that is not derived", () => {
    expect(eventOf(STYLED)).toMatchObject({
      description: "<p>Hello,</p>",
      descriptionContentType: "text/html",
    });
    expect(eventOf("DESCRIPTION:Plain\nSTYLED-DESCRIPTION;DERIVED=TRUE:<b>x</b>").description).toBe("Plain");
    expect(eventOf("STYLED-DESCRIPTION;VALUE=URI:https://x.example/d.html").description).toBeUndefined();
    expect(eventOf("STYLED-DESCRIPTION;FMTTYPE=application/pdf:x").description).toBeUndefined();
  });

  it("leave no old text behind, in either form", () => {
    const plain = change(STYLED, { description: "New", descriptionContentType: null });
    expect(plain.come).toEqual(["DESCRIPTION:New"]);
    expect(plain.gone).toHaveLength(2);
    const rich = change(STYLED, { description: "<p>Bye</p>" });
    expect(rich.come).toEqual([
      "DESCRIPTION;DERIVED=TRUE:Bye",
      "STYLED-DESCRIPTION;FMTTYPE=text/html;X-A=1:<p>Bye</p>",
    ]);
    expect(change(STYLED, { title: "x" })).toEqual({ gone: [], come: ["SUMMARY:x"] });
  });

  it("are converted to plain text in one pass", () => {
    const { lines } = through({ description: "<".repeat(200_000), descriptionContentType: "text/html" });
    expect(lines.some((line) => line.startsWith("DESCRIPTION;DERIVED=TRUE:<<"))).toBe(true);
  });
});

describe("links", () => {
  it("give relation, title, size, type and display from the properties that have them", () => {
    const links: JSEvent["links"] = {
      a: { "@type": "Link", href: "https://x.example/a", rel: "enclosure", title: "a.pdf", size: 7 },
      b: {
        "@type": "Link",
        href: "https://x.example/b",
        rel: "icon",
        display: { badge: true, graphic: true },
      },
      c: { "@type": "Link", href: "https://x.example/c", rel: "describedby", title: "About" },
      d: { "@type": "Link", href: "https://x.example/d", rel: "describedby" },
      e: { "@type": "Link", href: "https://x.example/e", rel: "copyright", contentType: "text/html" },
      f: { "@type": "Link", href: "https://x.example/f" },
    };
    const { event, lines } = through({ links });
    expect(event.links).toEqual(links);
    expect(lines.filter((line) => line.startsWith("URL"))).toHaveLength(1);
    expect(lines.filter((line) => line.startsWith("LINK"))).toHaveLength(3);
    expect(lines.filter((line) => line.startsWith("JSPROP"))).toEqual([]);
  });

  it("leave a LINK alone that is not a URI", () => {
    const lines = "LINK;VALUE=UID:other\nURL:https://x.example/";
    const { links = {} } = eventOf(lines);
    expect(Object.values(links)).toEqual([
      { "@type": "Link", href: "https://x.example/", rel: "describedby" },
    ]);
    expect(change(lines, { links: null }).gone).toEqual(["URL:https://x.example/"]);
  });
});

describe("other properties", () => {
  it("gives the language of the title, and keeps one without a title", () => {
    expect(eventOf("SUMMARY;LANGUAGE=sv:Möte")).toMatchObject({ title: "Möte", locale: "sv" });
    expect(change("SUMMARY;LANGUAGE=sv:Möte", { locale: "en" }).come).toEqual(["SUMMARY;LANGUAGE=en:Möte"]);
    expect(through({ locale: "sv" }).event.locale).toBe("sv");
    expect(through({ locale: "sv", title: "Hej" }).lines).toContain("SUMMARY;LANGUAGE=sv:Hej");
  });

  it("reads METHOD, and writes it", () => {
    expect(through({ method: "request" }).event.method).toBe("request");
    expect(eventOf("SUMMARY:x").method).toBeUndefined();
  });

  it("relates a snoozed alarm to its original alert, whatever its UID", () => {
    const alarms = `BEGIN:VALARM
UID:first alarm, not an id
JSID:one
TRIGGER:-PT15M
ACTION:DISPLAY
ACKNOWLEDGED:20261120T080000Z
END:VALARM
BEGIN:VALARM
UID:two
TRIGGER;VALUE=DATE-TIME:20261120T090000Z
RELATED-TO;RELTYPE=SNOOZE:first alarm\\, not an id
ACTION:DISPLAY
END:VALARM`;
    const { alerts = {} } = eventOf(alarms);
    expect(alerts["two"]?.relatedTo).toEqual({ one: { "@type": "Relation", relation: { snooze: true } } });
    expect(alerts["one"]?.acknowledged).toBe("2026-11-20T08:00:00Z");
    expect(through({ alerts }).event.alerts).toEqual(alerts);
    expect(change(alarms, { "alerts/two/relatedTo": { one: { relation: { next: true } } } })).toEqual({
      gone: ["RELATED-TO;RELTYPE=SNOOZE:first alarm\\, not an id"],
      come: ["RELATED-TO;RELTYPE=NEXT:first alarm\\, not an id"],
    });
  });
});
