import { beforeEach, expect, it } from "vitest";
import type { Actor } from "../../app/actor.ts";
import { bookStart } from "../../app/booking-pages/book-start.ts";
import { confirmGuestBooking } from "../../app/booking-pages/change-guest-booking.ts";
import { guestToken } from "../../app/booking-pages/tokens.ts";
import { createPublicLink } from "../../app/feeds/public-links.ts";
import { createGroup } from "../../app/groups/change-group.ts";
import { publicFeedFile } from "../../feeds/public.ts";
import { eventType, guestForm, openPage, pageFor } from "../../testing/booking/open-page.ts";
import { openMailWorld, type MailWorld } from "../../testing/mail-world.ts";
import { firstCalendarOf } from "../../testing/test-app.ts";

let test: MailWorld;
let elin: Actor;
beforeEach(async () => {
  test = await openMailWorld();
  elin = await test.person("elin");
  return () => test.close();
});

/** What a holder of a secret link to somebody's calendar reads, with all details. */
async function feedOf(actor: Actor): Promise<string> {
  const fields = { label: "Website", detail: "full", mayEmbed: false, expiresAt: null } as const;
  const made = await createPublicLink(test.app, actor, await firstCalendarOf(test.app, actor), fields);
  if (!made.ok) throw new Error(made.problem.code);
  const { token } = made.value;
  const answer = await publicFeedFile(
    test.app,
    new Request(`https://snart.example/feed/${token}.ics`),
    token,
  );
  return (await answer.text()).replaceAll("\r\n ", "");
}

it("nothing of a guest is in a feed of any host's calendar, and the time is busy there", async () => {
  const nils = await test.person("nils");
  await test.app.storage.write((tx) => tx.principals.update(elin.principalId, { isAdmin: true }));
  const ids = [elin.principalId, nils.principalId];
  const members = new Map(ids.map((id) => [id, { isManager: true }]));
  const group = await createGroup(test.app, { ...elin, isAdmin: true }, "Board", members);
  if (!group.ok) throw new Error(group.problem.code);
  const type = eventType(ids, {
    mode: "collective",
    questions: [{ kind: "text", label: { sv: "Varför?" }, required: true }],
    places: [{ kind: "phone" }],
  });
  const found = await pageFor(test.app, await openPage(test.app, elin, type, {}, group.value));
  const [asked] = found.types;
  if (!asked) throw new Error("nothing can be booked there");
  const form = guestForm({ mail: "bo@example.org", answers: ["Bygglov"], placeText: "+46 70 123 45 67" });
  const done = await bookStart(test.app, found, asked, form, "192.0.2.1");
  if (!done.ok) throw new Error(done.problem.kind);
  const { token } = await guestToken(test.app, done.value.booking.id);
  expect((await confirmGuestBooking(test.app, token)).ok).toBe(true);
  // The other host has it by an invitation.
  expect(await test.send()).toEqual([]);
  for (const host of [elin, nils]) {
    const feed = await feedOf(host);
    expect(feed).not.toMatch(/Bo Ek|bo@example|Bygglov|46 70/);
    expect(feed).toContain("DTSTART:20261123T080000Z\r\nDTEND:20261123T083000Z\r\nSUMMARY:Busy");
  }
});
