import { afterEach, expect, it } from "vitest";
import type { Actor } from "./app/actor.ts";
import { createPublicLink } from "./app/feeds/public-links.ts";
import type { CalendarId, PrincipalId } from "./app/types.ts";
import { attachmentFile } from "./dav/attachment-file.ts";
import { publicFeedFile } from "./feeds/public.ts";
import { DavClient } from "./testing/dav-client.ts";
import { sendOutbox } from "./testing/send-outbox.ts";
import { openTestJmap, vevent, type TestJmap } from "./testing/test-jmap.ts";

let jmap: TestJmap;
afterEach(() => jmap.close());

const SECRET = "Kejsarpingvin";
const DAY = { utcStart: "2026-11-23T00:00:00Z", utcEnd: "2026-11-24T00:00:00Z" };
const DATA = "<d:prop><d:getetag/><c:calendar-data/><d:displayname/></d:prop>";
const RANGE = 'start="20261123T000000Z" end="20261124T000000Z"';
const EXPAND = `<d:prop><c:calendar-data><c:expand ${RANGE}/></c:calendar-data></d:prop>`;
const ALL = '<c:filter><c:comp-filter name="VCALENDAR"/></c:filter>';

/** A message in somebody's inbox, which is private at every level. */
const deliver = ({ principalId: accountId }: Actor): Promise<void> =>
  jmap.app.storage.write(async (tx) => {
    const icalendar = [...vevent("m", "DTSTART:20261123T120000Z", `SUMMARY:${SECRET}`), ""].join("\r\n");
    await tx.inbox.insert({
      accountId,
      uri: "m.ics",
      uid: "m",
      component: "VEVENT",
      method: "REQUEST",
      etag: "tag",
      size: Buffer.byteLength(icalendar),
      modseq: await tx.lockAccount(accountId),
      createdAt: jmap.app.now(),
      icalendar,
    });
  });

it("shows no title by any route to a person with free/busy access, and shows it to one with full access", async () => {
  jmap = await openTestJmap();
  const [elin, nils] = [await jmap.client("elin"), await jmap.client("nils")];
  const [calendar] = await elin.calendars();
  const lines = ["DTSTART:20261123T120000Z", "DURATION:PT1H", "RRULE:FREQ=DAILY", "X-SNART-SIGN-UP:TRUE"];
  const words = [`SUMMARY:${SECRET}`, `DESCRIPTION:${SECRET}`, `LOCATION:${SECRET}`, `CATEGORIES:${SECRET}`];
  const id = await jmap.put(elin.actor, calendar.id, `${SECRET}.ics`, vevent("a", ...lines, ...words));
  const gone = await jmap.put(elin.actor, calendar.id, "b.ics", vevent("b", ...lines, ...words));
  const share = (level: "freeBusy" | "read") =>
    jmap.app.storage.write((tx) =>
      tx.calendars.setShare({ calendarId: calendar.id, principalId: nils.accountId as PrincipalId, level }),
    );
  await share("freeBusy");
  await elin.call("CalendarEvent/set", { update: { [id]: { description: `${SECRET} igen` } } });
  await elin.call("CalendarEvent/set", { destroy: [gone] });
  await sendOutbox(jmap.app);
  const link = await createPublicLink(jmap.app, elin.actor, calendar.id as CalendarId, {
    label: "Förening",
    detail: "busy",
    mayEmbed: true,
    expiresAt: null,
  });
  if (!link.ok) throw new Error(link.problem.code);
  const attached = await new DavClient(jmap.app, elin.actor).send(
    "POST",
    `/dav/calendars/elin/calendar/${SECRET}.ics?action=attachment-add`,
    {
      headers: {
        "content-type": "text/plain",
        "content-disposition": `attachment; filename="${SECRET}.txt"`,
      },
      body: SECRET,
    },
  );
  const managedId = attached.headers.get("cal-managed-id") ?? "";
  expect(managedId).not.toBe("");
  await deliver(elin.actor);

  const dav = new DavClient(jmap.app, nils.actor);
  const routes = async (): Promise<string[]> => {
    const answers: string[] = [];
    for (const home of ["/dav/calendars/elin/calendar/", "/dav/calendars/nils/elin~calendar/"]) {
      const multiget = `${DATA}<d:href>${home}${SECRET}.ics</d:href>`;
      const sync = `<d:sync-token/><d:sync-level>1</d:sync-level>${DATA}`;
      for (const answer of [
        await dav.get(`${home}${SECRET}.ics`),
        await dav.get(home),
        await dav.propfind(home, "1", "<d:displayname/><c:calendar-data/>"),
        await dav.report(home, "c:calendar-query", `${DATA}${ALL}`),
        await dav.report(home, "c:calendar-query", `${EXPAND}${ALL}`),
        await dav.report(home, "c:calendar-multiget", multiget),
        await dav.report(home, "d:sync-collection", sync),
        await dav.report(home, "c:free-busy-query", `<c:time-range ${RANGE}/>`),
      ])
        // The href of a refusal repeats the request, which the client knows already.
        answers.push(answer.body.replaceAll(`${SECRET}.ics`, ""));
    }
    const inbox = "/dav/scheduling/elin/inbox/";
    for (const answer of [
      await dav.get(`${inbox}m.ics`),
      await dav.propfind(inbox, "1", "<c:calendar-data/><d:displayname/>"),
      await dav.report(inbox, "c:calendar-query", `${DATA}${ALL}`),
      await dav.report(inbox, "c:calendar-multiget", `${DATA}<d:href>${inbox}m.ics</d:href>`),
    ])
      answers.push(answer.body);
    const url = `https://snart.test/attachments/${managedId}/a.txt`;
    const file = await attachmentFile(jmap.app, new Request(url), nils.actor, managedId);
    answers.push((await file.text()) + (file.headers.get("content-disposition") ?? ""));
    const of = { accountId: elin.accountId };
    const state = "1";
    const { methodResponses } = await nils.request([
      ["Calendar/get", { ...of, ids: null }],
      ["CalendarEvent/get", { ...of, ids: [id] }],
      ["CalendarEvent/query", { ...of, filter: { text: SECRET.toLowerCase() } }],
      ["CalendarEvent/changes", { ...of, sinceState: state }],
      ["CalendarEventNotification/get", { ...of, ids: null }],
      ["Task/get", { ...of, ids: null }],
      ["TrashItem/get", { ...of, ids: null }],
      ["Version/query", { ...of, filter: { objectId: id } }],
      ["Version/get", { ...of, ids: [`${id}_1`] }],
      ["Calendar/rewind", { ...of, calendarId: calendar.id, state }],
      ["Principal/getAvailability", { id: elin.accountId, ...DAY, showDetails: true }],
      ["FreeBusy/get", { ids: [elin.accountId], ...DAY }],
      ["Availability/get", { ...of, ids: null }],
      ["ShareNotification/get", { ids: null }],
      ["SignUp/get", { ...of, ids: [id, `${id}_20261123T120000`] }],
      ["SignUp/answer", { ...of, signUpId: `${id}_20261123T120000`, isComing: false }],
      ["SignUp/remind", { ...of, signUpId: `${id}_20261123T120000` }],
      ["CalendarEvent/query", { filter: { text: SECRET.toLowerCase() } }],
      ["CalendarEvent/copy", { fromAccountId: elin.accountId, create: { k: { id } } }],
    ]);
    answers.push(...methodResponses.map((response: unknown) => JSON.stringify(response)));
    answers.push(await (await nils.download(id, "a.ics", "", elin.accountId)).text());
    const feed = await publicFeedFile(
      jmap.app,
      new Request("https://snart.test/feed/x.ics"),
      link.value.token,
    );
    answers.push(await feed.text());
    return answers;
  };
  const told = (answers: readonly string[]): string[] => answers.filter((answer) => answer.includes(SECRET));

  expect(told(await routes())).toEqual([]);
  await share("read");
  // The same requests find it with more access, so the level hides it, and not the request.
  expect(told(await routes()).length).toBeGreaterThan(10);
});
