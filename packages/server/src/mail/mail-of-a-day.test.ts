import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Actor } from "../app/actor.ts";
import { mailReport } from "../app/mail/administer-mail.ts";
import { putObject } from "../app/write/put-object.ts";
import { calendarText } from "../testing/mail-corpus.ts";
import { firstCalendarOf, ownCalendar } from "../testing/test-app.ts";
import { openMailWorld, type MailWorld } from "../testing/mail-world.ts";

let world: MailWorld;
let elin: Actor;
beforeEach(async () => {
  const opened = await openMailWorld();
  elin = await opened.person("elin");
  world = opened;
});
afterEach(() => world.close());

const event = (uid: string, guests: number): string =>
  calendarText(
    undefined,
    { uid, organizer: "", attendee: "", stamp: "20261120T080000Z" },
    "-//Test//EN",
    "ORGANIZER:mailto:elin@example.com",
    ...Array.from({ length: guests }, (_, i) => `ATTENDEE:mailto:g${i}@elsewhere.example`),
  );
const failed = async () => world.app.storage.read((tx) => tx.mail.failed(100));

describe("the mails of one account in a day", () => {
  it("are limited: what is past the limit is not sent and stands in the administrator's list, until the next day", async () => {
    (world.app.limits as { mailsPerDay: number }).mailsPerDay = 5;
    await world.put(elin, "a.ics", event("a", 8));
    expect(await world.send()).toEqual([]);
    expect(world.sink.mails).toHaveLength(5);
    expect((await failed()).map(({ detail }) => detail)).toEqual(
      Array.from({ length: 3 }, () => "more mails than a person may send in a day"),
    );
    const bo = await world.person("bo");
    await world.put(bo, "b.ics", event("b", 2).replace("elin@", "bo@"));
    await world.send();
    expect(world.sink.mails, "others have their own").toHaveLength(7);
    world.clock.advance(24 * 3_600_000 + 1);
    await world.put(elin, "c.ics", event("c", 2));
    await world.send();
    expect(world.sink.mails).toHaveLength(9);
  });

  it("count for whoever causes them, in whichever calendar, and administrators see whose they are", async () => {
    (world.app.limits as { mailsPerDay: number }).mailsPerDay = 5;
    const bo = await world.person("bo");
    const nils = await world.person("nils");
    for (const owner of [elin, nils]) {
      const calendarId = await firstCalendarOf(world.app, owner);
      const share = { calendarId, principalId: bo.principalId, level: "write" } as const;
      await world.app.storage.write((tx) => tx.calendars.setShare(share));
      const calendar = ownCalendar(owner, calendarId);
      const text = event(`of-bo-${owner.login}`, 4).replace("elin@", "bo@");
      const put = await putObject(world.app, bo, calendar, `${owner.login}.ics`, text, {});
      expect(put.ok, JSON.stringify(put)).toBe(true);
    }
    await world.send();
    expect(world.sink.mails).toHaveLength(5);
    await world.put(elin, "own.ics", event("own", 2));
    await world.send();
    expect(world.sink.mails, "the owner has all of their own").toHaveLength(7);
    await world.app.storage.write((tx) => tx.principals.update(elin.principalId, { isAdmin: true }));
    const report = await mailReport(world.app, elin);
    expect(report.ok && report.value).toMatchObject({
      causes: [
        { login: "bo", count: 8 },
        { login: "elin", count: 2 },
      ],
      mailsPerDay: 5,
    });
  });
});
