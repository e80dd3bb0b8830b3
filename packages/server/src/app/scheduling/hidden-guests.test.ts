import { expect, it } from "vitest";
import { DavClient } from "../../testing/dav-client.ts";
import { eachWithJmap } from "../../testing/each-with-jmap.ts";
import { sendOutbox } from "../../testing/send-outbox.ts";

const { jmap, elin, bengt, nils } = eachWithJmap(["elin", "bengt", "nils"]);

const guest = (name: string) => ({
  "@type": "Participant",
  calendarAddress: `mailto:${name}@example.com`,
  roles: { attendee: true },
});
async function read(client: typeof bengt, login: string): Promise<string> {
  const dav = new DavClient(jmap.app, client.actor);
  const texts: string[] = [];
  for (const home of [`/dav/calendars/${login}/calendar/`, `/dav/calendars/${login}/inbox/`]) {
    const { hrefs } = await dav.propfind(home, "1", "<d:getetag/>");
    for (const href of hrefs.slice(1)) texts.push((await dav.get(href)).body);
  }
  return texts.join("\n");
}

it("a guest of a meeting with a hidden list gets nobody's address but the organizer's and their own", async () => {
  const [{ id: calendarId } = { id: "" }] = await elin.calendars();
  const made = await elin.call("CalendarEvent/set", {
    create: {
      m: {
        "@type": "Event",
        calendarIds: { [calendarId]: true },
        title: "Surprise",
        start: "2026-11-24T12:00:00",
        timeZone: "Europe/Stockholm",
        hideAttendees: true,
        participants: { b: guest("bengt"), n: guest("nils"), o: guest("outside") },
      },
    },
    sendSchedulingMessages: true,
  });
  const { id } = (made.created as { m: { id: string } }).m;
  await sendOutbox(jmap.app);
  const first = await read(bengt, "bengt");
  expect(first).toContain("bengt@example.com");
  expect(first).toContain("SUMMARY:Surprise");
  expect(first).not.toMatch(/nils@|outside@/);
  expect(await read(nils, "nils")).not.toMatch(/bengt@|outside@/);

  jmap.clock.advance(1000);
  await elin.call("CalendarEvent/set", {
    update: { [id]: { title: "Later" } },
    sendSchedulingMessages: true,
  });
  await sendOutbox(jmap.app);
  const later = await read(bengt, "bengt");
  expect(later).toContain("SUMMARY:Later");
  expect(later).not.toMatch(/nils@|outside@/);
});
