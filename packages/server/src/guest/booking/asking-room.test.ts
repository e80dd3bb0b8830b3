import { DAY } from "@snart/calendar/time/instant.ts";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Actor } from "../../app/actor.ts";
import { answerForThing } from "../../app/booking-pages/answering/answer-for-thing.ts";
import { answerPageRequest } from "../../app/booking-pages/host-answers.ts";
import { waitingRequests } from "../../app/bookings/requests.ts";
import { bookableMaker } from "../../testing/booking/make-rooms.ts";
import { eventType, MONDAY_NINE, openPage } from "../../testing/booking/open-page.ts";
import { ANY_TIME } from "../../testing/booking/rules.ts";
import { openMailWorld, type MailWorld } from "../../testing/mail-world.ts";
import type { BookingPage, PageBookingId } from "../../app/types.ts";
import { ownBooking } from "./own.ts";
import { bookingPage } from "./pages.ts";
import { instantText } from "./when.ts";

const ORIGIN = "https://snart.example";
const GUEST = "bo@example.org";

let world: MailWorld;
let elin: Actor;
let board: Actor;
let slug: string;
beforeEach(async () => {
  world = await openMailWorld();
  elin = await world.person("elin");
  board = { ...(await world.person("board")), isAdmin: true };
});
afterEach(() => world.close());

async function opened(approval = false): Promise<BookingPage> {
  const make = await bookableMaker(world.app, board);
  const blue = await make({ name: "Blue", rules: { ...ANY_TIME, approval: "always" } });
  const rooms = { anyOf: [blue], required: true };
  const page = await openPage(world.app, elin, eventType([elin.principalId], { rooms, approval }));
  ({ slug } = page);
  return page;
}

async function ask(path: string, form?: Record<string, string>): Promise<Response> {
  const url = new URL(path, ORIGIN);
  const body = form && new URLSearchParams(form).toString();
  const headers = {
    "content-type": "application/x-www-form-urlencoded",
    "content-length": String(Buffer.byteLength(body ?? "")),
  };
  const request = new Request(url, body === undefined ? {} : { method: "POST", body, headers });
  const [, kind = "", one = "", two, three] = url.pathname.split("/");
  return kind === "booking"
    ? ownBooking(world.app, request, one, two)
    : bookingPage(world.app, request, { slug: one, type: two, time: three }, "192.0.2.1");
}

/** Fills in the form, and follows the link in the mail. @returns the guest's own page */
async function asks(): Promise<string> {
  const path = `/b/${slug}/talk/${instantText(MONDAY_NINE)}?lang=en-GB`;
  const shown = await (await ask(path)).text();
  expect(shown).toContain("Ask for");
  const kept = Object.fromEntries(
    [...shown.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(
      ([, name = "", value = ""]) => [name, value],
    ),
  );
  world.clock.advance(5_000);
  expect((await ask(path, { ...kept, name: "Bo Ek", mail: GUEST, do: "book" })).status).toBe(303);
  const [mail] = await comes();
  const own = /https:\/\/snart\.example(\/booking\/[^\s?]+)/.exec(mail ?? "")?.[1] ?? "";
  expect((await ask(`${own}?lang=en-GB`, { lang: "en-GB", do: "confirm" })).status).toBe(303);
  return `${own}?lang=en-GB`;
}

/** Sends what is due. @returns the texts of what has come for somebody */
async function comes(to = GUEST): Promise<readonly string[]> {
  const before = world.sink.mails.length;
  expect(await world.send()).toEqual([]);
  const fresh = world.sink.mails.slice(before).filter((mail) => mail.to.includes(to));
  return fresh.map(({ read }) => read.text ?? "");
}
const html = async (path: string): Promise<string> => (await ask(path)).text();
const hostMails = () => world.sink.mails.filter(({ to }) => to.includes("elin@example.com"));
async function answers(isGranted: boolean, comment = "") {
  const [request] = await waitingRequests(world.app, board);
  if (!request) throw new Error("nothing waits");
  return answerForThing(world.app, board, request.booking.id, { isGranted, comment });
}

it("a guest waits for the managers of the room, and has it by their yes", async () => {
  await opened();
  const own = await asks();
  expect(await html(own)).toContain("Your request is waiting for an answer about Blue");
  const [waits, ...others] = await comes();
  expect(others).toEqual([]);
  expect(waits).toContain("Your request is waiting for an answer about Blue.");
  // The host can do nothing yet.
  expect(hostMails()).toEqual([]);
  expect((await answers(true)).ok).toBe(true);
  const [booked, ...more] = await comes();
  expect(more).toEqual([]);
  expect(booked).toContain("You are booked.");
  expect(hostMails()).toHaveLength(1);
  const shown = await html(own);
  expect(shown).toContain("You are booked");
  expect(shown).toContain("The managers of the room answer each request.");
  expect(shown).not.toContain("Move the booking");
  world.clock.advance(2 * DAY);
  expect(await comes()).toEqual([]);
});

it("a guest hears of a no with its reason and the way to another time", async () => {
  await opened();
  const own = await asks();
  await comes();
  expect((await answers(false, "The painters are there")).ok).toBe(true);
  const [refused, ...others] = await comes();
  expect(others).toEqual([]);
  expect(refused).toContain("There is no room for you at this time. You are welcome to choose another one.");
  expect(refused).toContain("The painters are there");
  expect(refused).toContain(`Choose another time: ${ORIGIN}/b/${slug}/talk?lang=en-GB`);
  expect(hostMails()).toEqual([]);
  expect(await html(own)).toContain(`href="/b/${slug}/talk?`);
});

it("a guest whom nobody answers in time hears of it, once", async () => {
  await opened();
  const own = await asks();
  await comes();
  world.clock.advance(2 * DAY);
  const [lapsed, ...others] = await comes();
  expect(others).toEqual([]);
  expect(lapsed).toContain("Nobody answered your request in time");
  expect(lapsed).toContain(`Choose another time: ${ORIGIN}/b/${slug}/talk?lang=en-GB`);
  expect(await comes()).toEqual([]);
  const shown = await html(own);
  expect(shown).toContain("The time is no longer kept for you");
  expect(shown).toContain("Choose another time");
});

it("a host who answers too is asked after the room, and the guest hears nothing in between", async () => {
  await opened(true);
  const own = await asks();
  expect(await comes()).toHaveLength(1);
  expect(hostMails()).toEqual([]);
  expect((await answers(true)).ok).toBe(true);
  expect(await comes()).toEqual([]);
  expect(hostMails()).toHaveLength(1);
  expect(await html(own)).toContain("Your request is waiting for an answer from elin");
  const [known] = await world.app.storage.read((tx) =>
    tx.pageBookings.ofHosts([elin.principalId], { start: 0, end: MONDAY_NINE + DAY }, ["requested"]),
  );
  const id: PageBookingId | undefined = known?.id;
  if (!id) throw new Error("nothing waits");
  expect((await answerPageRequest(world.app, elin, id, true, "")).ok).toBe(true);
  const [booked, ...more] = await comes();
  expect(more).toEqual([]);
  expect(booked).toContain("You are booked.");
});
