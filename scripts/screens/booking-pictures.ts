import type { Page } from "@playwright/test";
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
const followFirst = (name: RegExp) => async (page: Page) => {
  await page.getByRole("main").getByRole("link", { name }).first().click();
};
/** The first free day of a booking page, and its first time. */
const chooseTime = async (page: Page): Promise<void> => {
  await page.getByRole("table").getByRole("link").first().click();
  await followFirst(/ (in|om) /)(page);
  await page.getByLabel(/^(Your name|Ditt namn)$/).waitFor();
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
    .getByText(/^(Nearest|Närmast)/)
    .waitFor();
};

export const BOOKING_PICTURES: readonly Picture[] = [
  { name: "bookables", path: "/bookables", on },
  { name: "board-slots", path: at(({ laundry }) => `${laundry}/2026-W48`), prepare: board, on },
  { name: "board-nights", path: at(({ flat }) => `${flat}/2026-W48`), prepare: board, on },
  { name: "board-lanes", path: at(({ loft }) => `${loft}/2026-W48`), prepare: board, on },
  { name: "board-rooms", path: "/bookables/day/2026-11-23", prepare: board, on },
  {
    name: "booking-sheet",
    path: at(({ laundry }) => `${laundry}/2026-W49`),
    prepare: chooseFree,
    on,
    only: "phone",
  },
  { name: "booking-rules", path: at(({ laundry }) => `${laundry}/rules`), on },
  { name: "booking-report", path: at(({ laundry }) => `${laundry}/report`), on },
  { name: "door-sign", path: at(({ laundry }) => `${laundry}/sign`), on, only: "desktop" },
  { name: "make-bookable", path: "/bookables/new", on },
  { name: "admin-households", path: "/admin/households", on },
  { name: "door", path: at(({ door }) => door), on, isSignedOut: true, only: "desktop", size: DOOR },
  { name: "wall", path: at(({ wall }) => wall), on, isSignedOut: true, only: "desktop", size: WALL },
  { name: "booking-pages", path: "/booking-pages", on },
  { name: "booking-why-not", path: "/booking-pages", prepare: askWhyNot, on },
  { name: "booking-page", path: at(({ bookingPage }) => bookingPage), on, isSignedOut: true },
  {
    name: "booking-form",
    path: at(({ bookingPage }) => bookingPage),
    prepare: chooseTime,
    on,
    isSignedOut: true,
  },
  { name: "polls", path: "/polls", on },
  { name: "poll-new", path: "/polls/new", on },
  { name: "poll", path: at(({ poll }) => poll), on },
  { name: "poll-public", path: at(({ publicPoll }) => publicPoll), on, isSignedOut: true },
];
