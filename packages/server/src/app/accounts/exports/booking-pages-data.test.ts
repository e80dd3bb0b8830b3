import { beforeEach, expect, it } from "vitest";
import { eventType, guestForm, openPage, pageFor } from "../../../testing/booking/open-page.ts";
import { openTestApp, type TestApp } from "../../../testing/test-app.ts";
import { bookStart } from "../../booking-pages/book-start.ts";
import { createBookingLink } from "../../booking-pages/booking-links.ts";
import { guestToken } from "../../booking-pages/tokens.ts";
import type { Actor } from "../../actor.ts";
import { exportAccount } from "./export-account.ts";

let test: TestApp;
let elin: Actor;
beforeEach(async () => {
  test = await openTestApp();
  elin = await test.person("elin");
  return () => test.close();
});

/** The text of a file of an export; undefined: it has none of that name. */
async function exported(actor: Actor, wanted: string): Promise<string | undefined> {
  const done = await exportAccount(test.app, actor);
  if (!done.ok) throw new Error(done.problem.code);
  let found: string | undefined;
  for await (const { name, content } of done.value.files) {
    const pieces: Uint8Array[] = [];
    for await (const piece of content) pieces.push(piece);
    if (name === wanted) found = Buffer.concat(pieces).toString("utf8");
  }
  done.value.end();
  return found;
}

it("gives the owner of a page what its guests have said, without the secrets by which they come", async () => {
  const question = { kind: "text", label: { sv: "Varför?" }, required: true } as const;
  const page = await openPage(test.app, elin, eventType([elin.principalId], { questions: [question] }));
  const link = { name: "Villa", typeId: null, narrowing: {}, uses: 1, until: null };
  const made = await createBookingLink(test.app, elin, page.id, link);
  const found = await pageFor(test.app, page);
  const [asked] = found.types;
  if (!asked || !made.ok) throw new Error("nothing can be booked there");
  const form = guestForm({ mail: "bo@example.org", answers: ["Bygglov"] });
  const done = await bookStart(test.app, found, asked, form, "192.0.2.1");
  if (!done.ok) throw new Error(done.problem.kind);
  const text = (await exported(elin, "booking-pages.json")) ?? "";
  expect(JSON.parse(text)).toMatchObject([
    {
      slug: page.slug,
      bookings: [
        {
          name: "Bo Ek",
          mail: "bo@example.org",
          answers: ["Bygglov"],
          start: "2026-11-23T08:00:00.000Z",
          deletedAfter: "2026-12-23T08:30:00.000Z",
        },
      ],
    },
  ]);
  expect(text).not.toContain(made.value.token);
  expect(text).not.toContain(made.value.link.tokenHash);
  const { token, hash } = await guestToken(test.app, done.value.booking.id);
  expect(text).not.toContain(token);
  expect(text).not.toContain(hash);
});

it("has no such file for whoever has no page, and nothing of others' pages", async () => {
  await openPage(test.app, elin, eventType([elin.principalId]));
  expect(await exported(await test.person("nils"), "booking-pages.json")).toBeUndefined();
});
