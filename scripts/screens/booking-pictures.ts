import type { Page } from "@playwright/test";
import { typePerson } from "./people-pictures.ts";
import { editEvent } from "./preparations.ts";
import { sendToClosedPoll } from "./late-answer.ts";
import type { Picture } from "./picture.ts";
import type { SharedThings } from "./shared-things.ts";

// What is booked, booking pages and polls, and the screens that hang beside a door or in a kitchen.

const at = (of: (things: SharedThings) => string) => ({ of });
const on = "bookings" as const;
const DOOR = { width: 800, height: 480 };
const WALL = { width: 1920, height: 1080 };

/** A board has its times. */
const board = async (page: Page): Promise<void> => {
  await page.locator("main [data-state]").first().waitFor();
};
/** A free time, chosen and not yet booked. */
const chooseFree = async (page: Page): Promise<void> => {
  await page
    .getByRole("button", { name: /, (Free|Ledig),/ })
    .first()
    .click();
  await page.getByRole("dialog").first().waitFor();
};
/** What rooms have, of which the commonest is asked for. */
const narrow = async (page: Page): Promise<void> => {
  await board(page);
  await page
    .getByRole("main")
    .getByRole("button", { name: /^(Equipment|Utrustning)/ })
    .click();
  await page.getByRole("menuitemcheckbox").first().click();
};
/** A time of the Loft, asked about. */
const askRoom = async (page: Page): Promise<void> => {
  await board(page);
  await page
    .getByRole("grid", { name: /^(The Loft|Loftet)$/ })
    .getByRole("button", { name: / 14 (to|till) .*(Free|Ledig)/ })
    .click();
  await page.getByRole("dialog").first().waitFor();
};
/** What is booked by the night, below the rooms of a day. */
const scrollToNights = async (page: Page): Promise<void> => {
  await board(page);
  await page.getByRole("region", { name: /^(By the night|Per dygn)$/ }).scrollIntoViewIfNeeded();
};
/** The form of a thing's own words. */
const openDetails = async (page: Page): Promise<void> => {
  await board(page);
  await page.getByRole("button", { name: /^(Manage|Hantera) / }).click();
  await page.getByRole("menuitem", { name: /^(Name and place|Namn och plats)/ }).click();
  await page.getByRole("group", { name: /^(Used for|Används) / }).waitFor();
};
/** The rooms for a series, of which one is taken on some of its dates or none. */
const offerRooms = async (page: Page): Promise<void> => {
  await editEvent(/^(Facade group|Fasadgruppen)/)(page);
  await page
    .getByRole("form")
    .getByRole("button", { name: /^(The Loft|Loftet)/ })
    .first()
    .click();
  await page
    .getByRole("radiogroup", { name: /^(Room|Rum)$/ })
    .getByText(/^\d+ (of|av) \d+ /)
    .first()
    .waitFor();
};
/** A time that cannot be had, with all its reasons. */
const chooseRefused = async (page: Page): Promise<void> => {
  // On a phone one day is there, and what is left of today is free.
  const tomorrow = page.getByRole("button", { name: /^(Tuesday|Tisdag) 24 .*:/i });
  if ((await tomorrow.count()) > 0) await tomorrow.first().click();
  await page
    .getByRole("button", { name: /, (Taken|Upptagen|Rules say no|Reglerna säger nej)(,|$)/ })
    .first()
    .click();
  await page.getByRole("dialog").first().waitFor();
};
const followFirst = (name: RegExp) => async (page: Page) => {
  await page.getByRole("main").getByRole("link", { name }).first().click();
};
/** The first free day of a booking page, and its first time. */
const chooseTime = async (page: Page): Promise<void> => {
  await page.getByRole("table").getByRole("link").first().click();
  await followFirst(/ (in|om) /)(page);
  await page.getByLabel(/^(Your name|Ditt namn)$/).waitFor();
};
/** The same, booked; what comes back sooner than a person could fill it in is to be sent once more. */
const book = async (page: Page): Promise<void> => {
  await chooseTime(page);
  const press = (): Promise<void> => page.getByRole("button", { name: /^(Book|Boka) / }).click();
  await page.getByLabel(/^(Your name|Ditt namn)$/).fill("Amina Diallo");
  await page.locator("input[type=email]").fill("amina@example.org");
  await press();
  const booked = page.getByRole("heading", { name: /^✓/ });
  if (!(await booked.isVisible())) await press();
  await booked.waitFor();
};
/** The month in which a booking can be moved, and the question before it is given up. */
const move = async (page: Page): Promise<void> => {
  await book(page);
  await page
    .getByText(/^(Move the booking|Flytta bokningen)$/)
    .first()
    .click();
  await page.getByRole("table").waitFor();
};
const giveUp = async (page: Page): Promise<void> => {
  await book(page);
  await page
    .getByText(/^(Cancel the booking|Avboka)$/)
    .first()
    .click();
};
const edit = async (page: Page): Promise<void> => {
  await page
    .getByRole("button", { name: /^(Edit|Ändra) 30 / })
    .first()
    .click();
  await page.getByRole("dialog").waitFor();
};
/** A time of a poll is decided on. */
const decide = async (page: Page): Promise<void> => {
  await page
    .getByRole("button", { name: /^(Decide|Bestäm) / })
    .first()
    .click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^(Decide|Bestäm)$/ })
    .click();
  await page.getByRole("heading", { name: /^(Decided|Bestämt): / }).waitFor();
};
const takeBack = async (page: Page): Promise<void> => {
  const name = /^(Open the poll again|Öppna omröstningen igen)$/;
  await page.getByRole("button", { name }).click();
  await page.getByRole("dialog").getByRole("button", { name }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
};

/** What a host hears of a time that guests are not shown: tomorrow, when they are busy. */
const askWhyNot = async (page: Page): Promise<void> => {
  await page
    .getByRole("button", { name: /^(Why not|Varför inte)/ })
    .first()
    .click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^(Ask|Fråga)$/ })
    .click();
  await page
    .getByRole("dialog")
    .getByText(/^(The next times guests|Nästa tider som gäster)/)
    .waitFor();
};

export const BOOKING_PICTURES: readonly Picture[] = [
  { name: "bookables", path: "/bookables", on },
  { name: "board-slots", path: at(({ laundry }) => `${laundry}/2026-W48`), prepare: board, on },
  { name: "board-nights", path: at(({ flat }) => `${flat}/2026-W48`), prepare: board, on },
  { name: "board-lanes", path: at(({ loft }) => `${loft}/2026-W48`), prepare: board, on },
  { name: "board-rooms", path: "/bookables/day/2026-11-23", prepare: board, on },
  { name: "board-rooms-nights", path: "/bookables/day/2026-11-23", prepare: scrollToNights, on },
  { name: "board-rooms-narrowed", path: "/bookables/day/2026-11-23", prepare: narrow, on },
  { name: "board-rooms-asked", path: "/bookables/day/2026-11-24", prepare: askRoom, on },
  { name: "bookable-details", path: at(({ loft }) => `${loft}/2026-W48`), prepare: openDetails, on },
  {
    name: "booking-sheet",
    path: at(({ laundry }) => `${laundry}/2026-W49`),
    prepare: chooseFree,
    on,
    only: "phone",
  },
  {
    name: "booking-refused",
    path: at(({ laundry }) => `${laundry}/2026-W48`),
    prepare: chooseRefused,
    on,
  },
  { name: "editor-room", path: "/day/2026-11-25", prepare: offerRooms, on },
  { name: "booking-rules", path: at(({ laundry }) => `${laundry}/rules`), on },
  { name: "booking-report", path: at(({ laundry }) => `${laundry}/report`), on },
  { name: "door-sign", path: at(({ laundry }) => `${laundry}/sign`), on, only: "desktop" },
  { name: "make-bookable", path: "/bookables/new", on },
  { name: "admin-households", path: "/admin/households", on },
  { name: "door", path: at(({ door }) => door), on, isSignedOut: true, only: "desktop", size: DOOR },
  { name: "wall", path: at(({ wall }) => wall), on, isSignedOut: true, only: "desktop", size: WALL },
  { name: "booking-pages", path: "/booking-pages", on },
  { name: "booking-why-not", path: "/booking-pages", prepare: askWhyNot, on },
  { name: "booking-editor", path: "/booking-pages", prepare: edit, on },
  { name: "booking-page", path: at(({ bookingPage }) => bookingPage), on, isSignedOut: true },
  {
    name: "booking-form",
    path: at(({ bookingPage }) => bookingPage),
    prepare: chooseTime,
    on,
    isSignedOut: true,
  },
  {
    name: "booking-confirmed",
    path: at(({ bookingPage }) => bookingPage),
    prepare: book,
    on,
    isSignedOut: true,
  },
  { name: "booking-move", path: at(({ bookingPage }) => bookingPage), prepare: move, on, isSignedOut: true },
  {
    name: "booking-cancel",
    path: at(({ bookingPage }) => bookingPage),
    prepare: giveUp,
    on,
    isSignedOut: true,
    only: "phone",
  },
  { name: "polls", path: "/polls", on },
  { name: "poll-new", path: "/polls/new", on },
  { name: "poll-typed", path: "/polls/new", prepare: typePerson(/^(Who should answer|Vilka ska svara)/), on },
  { name: "poll", path: at(({ poll }) => poll), on },
  { name: "poll-decided", path: at(({ poll }) => poll), prepare: decide, restore: takeBack, on },
  { name: "poll-public", path: at(({ publicPoll }) => publicPoll), on, isSignedOut: true },
  {
    name: "poll-sent-late",
    path: at(({ publicPoll }) => publicPoll),
    prepare: sendToClosedPoll,
    on,
    isSignedOut: true,
  },
];
