import type { Browser, Page } from "@playwright/test";
import { ENGLISH, signInAt, SWEDISH, type RunningServer } from "../../packages/web/e2e/fixtures.ts";
import { created, jmap, recordsOf, textOf, type Language } from "./jmap-of-page.ts";

/** The addresses of what can be booked, and of pages for those who have no account. */
export interface SharedThings {
  readonly laundry: string;
  readonly flat: string;
  readonly loft: string;
  readonly door: string;
  readonly wall: string;
  readonly bookingPage: string;
  readonly poll: string;
  readonly publicPoll: string;
}

const NAMES = {
  laundry: { en: "Laundry room", sv: "Tvättstugan" },
  flat: { en: "Guest flat", sv: "Gästlägenheten" },
  loft: { en: "The Loft", sv: "Loftet" },
  kitchen: { en: "Kitchen", sv: "Köket" },
  question: { en: "Lucia coffee?", sv: "Luciafika?" },
} as const;

const OPTIONS = [
  "2026-12-13T13:00:00Z",
  "2026-12-13T15:00:00Z",
  "2026-12-12T14:00:00Z",
  "2026-12-14T17:00:00Z",
];

/** Makes what the seeded association and office lack: links of screens, a booking page, a poll with votes. */
export async function fillShared(
  browser: Browser,
  server: RunningServer,
  language: Language,
): Promise<SharedThings> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await signInAt(server, page, language === "sv" ? SWEDISH : ENGLISH, "/settings/look");
  const all = recordsOf((await jmap(page, "Bookable/get", { ids: null }))["list"]);
  const idOf = (name: keyof typeof NAMES): string =>
    textOf(all.find((one) => one["name"] === NAMES[name][language])?.["id"]);
  const [laundry, flat, loft] = [idOf("laundry"), idOf("flat"), idOf("loft")];
  const shown = recordsOf((await jmap(page, "Calendar/get", { ids: null }))["list"]);
  const calendarIds = shown.slice(0, 3).map(({ id }) => textOf(id));
  const things = {
    laundry: `/bookables/${laundry}`,
    flat: `/bookables/${flat}`,
    loft: `/bookables/${loft}`,
    door: await makeScreen(page, { name: NAMES.laundry[language], bookableIds: [laundry] }),
    wall: await makeScreen(page, { name: NAMES.kitchen[language], calendarIds }),
    bookingPage: await makeBookingPage(page),
    ...(await makePoll(page, language)),
  };
  await context.close();
  return things;
}

const makeScreen = async (page: Page, fields: object): Promise<string> =>
  `/wall/${textOf(created(await jmap(page, "Display/set", { create: { new: fields } }))["token"])}`;

async function makeBookingPage(page: Page): Promise<string> {
  await jmap(page, "BookingPage/set", { create: { new: {} } });
  const [made] = recordsOf((await jmap(page, "BookingPage/get", { ids: null }))["list"]);
  return `/b/${textOf(made?.["slug"])}`;
}

async function makePoll(page: Page, language: Language): Promise<Pick<SharedThings, "poll" | "publicPoll">> {
  const options = OPTIONS.map((start) => ({ start }));
  const asked = ["karin.lind", "lars.holm", "maja.ek"].map((who) => ({
    mail: `${who}@tallkotten.example`,
    isRequired: who === "karin.lind",
  }));
  const fields = { title: NAMES.question[language], minutes: 90, timeZone: "Europe/Stockholm", options };
  const id = textOf(
    created(await jmap(page, "Poll/set", { create: { new: { ...fields, voters: asked } } }))["id"],
  );
  const path = textOf((await jmap(page, "Poll/link", { id }))["path"]);
  return { poll: `/polls/${id}`, publicPoll: path };
}
