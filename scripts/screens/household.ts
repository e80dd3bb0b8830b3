import type { Browser, Page } from "@playwright/test";
import { ENGLISH, signInAt, SWEDISH, type RunningServer } from "../../packages/web/e2e/fixtures.ts";
import {
  created,
  jmap,
  ownId,
  recordOf,
  recordsOf,
  textOf,
  type Given,
  type Language,
} from "./jmap-of-page.ts";

/** Addresses that pictures need and that are known only once the household exists. */
export interface Household {
  readonly history: string;
  readonly signUpList: string;
  readonly signUpPublic: string;
  readonly publicCalendar: string;
  readonly invitation: string;
  readonly reset: string;
  readonly restore: string;
}

interface Words {
  readonly title: string;
  readonly renamed: string;
  readonly deleted: string;
  readonly cabin: string;
  readonly group: string;
  readonly website: string;
  readonly away: string;
  readonly nameDays: string;
  readonly place: string;
  /** titles of events at the same time */
  readonly atOnce: readonly string[];
  readonly tasks: readonly (readonly [title: string, due: string])[];
}

/** Have an account and nothing in it yet. */
export const NEWCOMERS: Record<Language, string> = {
  en: "nora.en@tallkotten.example",
  sv: "nora.sv@tallkotten.example",
};

const LOGINS = { en: ENGLISH, sv: SWEDISH } as const;
const WORDS: Record<Language, Words> = {
  en: {
    title: "Wreath evening",
    renamed: "Wreath evening with glögg",
    deleted: "Old gym class",
    cabin: "Fjällnäs",
    group: "Tallkotten",
    website: "Website",
    away: "In the mountains",
    nameDays:
      "11-23 Klemens\n11-24 Gudrun\n11-25 Katarina\n11-26 Linus\n11-27 Astrid\n11-28 Malte\n11-29 Sune",
    place: "The common room",
    atOnce: [
      "Bakery order",
      "Boiler service",
      "Parents’ meeting",
      "Rehearsal",
      "Car wash",
      "Lunch with Ida",
      "Yoga",
    ],
    tasks: [
      ["Pay the boiler man", "20261120T120000"],
      ["Book the sitter", "20261123T153000"],
      ["Wrap the parcel for Granny", "20261126T123000"],
      ["Renew the passports", "20261127T120000"],
      ["Order the Christmas tree", "20261205T120000"],
    ],
  },
  sv: {
    title: "Kranskväll",
    renamed: "Kranskväll med glögg",
    deleted: "Gammalt gympapass",
    cabin: "Fjällnäs",
    group: "Tallkotten",
    website: "Hemsidan",
    away: "I fjällen",
    nameDays:
      "11-23 Klemens\n11-24 Gudrun\n11-25 Katarina\n11-26 Linus\n11-27 Astrid\n11-28 Malte\n11-29 Sune",
    place: "Föreningslokalen",
    atOnce: [
      "Beställa bröd",
      "Service på pannan",
      "Föräldramöte",
      "Repetition",
      "Tvätta bilen",
      "Lunch med Ida",
      "Yoga",
    ],
    tasks: [
      ["Betala pannkillen", "20261120T120000"],
      ["Boka barnvakt", "20261123T153000"],
      ["Slå in paketet till farmor", "20261126T123000"],
      ["Förnya passen", "20261127T120000"],
      ["Beställ granen", "20261205T120000"],
    ],
  },
};

const localeOf = (language: Language): string => (language === "sv" ? "sv" : "en-GB");
const pathOf = (link: unknown): string => new URL(textOf(link), "http://localhost").pathname;

const eventAt = (calendarId: string, title: string, start: string): Given => ({
  "@type": "Event",
  calendarIds: { [calendarId]: true },
  title,
  start,
  timeZone: "Europe/Stockholm",
  duration: "PT2H",
});

const makeEvent = async (page: Page, event: Given): Promise<string> =>
  textOf(created(await jmap(page, "CalendarEvent/set", { create: { new: event } }))["id"]);

/** Tasks come from another client, as CalDAV. */
async function putTasks(server: RunningServer, language: Language): Promise<void> {
  const login = LOGINS[language];
  for (const [at, [title, due]] of WORDS[language].tasks.entries()) {
    const lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Client//EN", "BEGIN:VTODO", `UID:task-${at}`];
    lines.push("DTSTAMP:20261120T100000Z", `SUMMARY:${title}`, `DUE;TZID=Europe/Stockholm:${due}`);
    const body = [...lines, "END:VTODO", "END:VCALENDAR", ""].join("\r\n");
    const home = `${server.url}/dav/calendars/${login.replace(/@.*/, "")}/calendar`;
    const authorization = `Basic ${btoa(`${login}:${server.password}`)}`;
    await fetch(`${home}/task-${at}.ics`, { method: "PUT", body, headers: { authorization } });
  }
}

/** An event with sign-ups, renamed once, and a deleted event. */
async function makeEvents(
  page: Page,
  language: Language,
): Promise<Pick<Household, "history" | "signUpList" | "signUpPublic">> {
  const words = WORDS[language];
  const [calendar] = recordsOf((await jmap(page, "Calendar/get", { ids: null }))["list"]);
  const calendarId = textOf(calendar?.["id"]);
  const id = await makeEvent(page, {
    ...eventAt(calendarId, words.title, "2026-12-09T18:00:00"),
    locations: { 1: { "@type": "Location", name: words.place } },
    "snart:signUp": { "@type": "SignUp", capacity: 4, closesAt: "2026-12-08T17:00:00Z" },
  });
  const meeting = await makeEvent(page, eventAt(calendarId, words.title, "2026-12-16T18:00:00"));
  const locations = { 1: { "@type": "Location", name: words.place } };
  for (const patch of [{ title: words.renamed }, { start: "2026-12-16T18:30:00", locations }])
    await jmap(page, "CalendarEvent/set", { update: { [meeting]: patch } });
  const deleted = await makeEvent(page, eventAt(calendarId, words.deleted, "2026-12-10T18:00:00"));
  await jmap(page, "CalendarEvent/set", { destroy: [deleted] });
  for (const [at, title] of words.atOnce.entries())
    await makeEvent(
      page,
      eventAt(
        calendarId,
        title,
        `2026-12-08T${String(9 + (at % 3)).padStart(2, "0")}:${at % 2 ? "30" : "00"}:00`,
      ),
    );
  await jmap(page, "SignUp/answer", { signUpId: id, isComing: true });
  const linked = recordOf((await jmap(page, "SignUp/link", { signUpId: id, isOn: true }))["signUp"]);
  const signUpPublic = pathOf(linked["linkUrl"]);
  return { history: `/history/${meeting}`, signUpList: `/sign-up/${await ownId(page)}/${id}`, signUpPublic };
}

async function signUpGuests(browser: Browser, server: RunningServer, path: string): Promise<void> {
  for (const name of ["Åsa Berg", "Bo Ek", "Mehdi Jafari", "Lars Holm"]) {
    const context = await browser.newContext({ locale: "sv-SE" });
    const page = await context.newPage();
    await page.goto(server.url + path);
    await page.getByLabel("Ditt namn").fill(name);
    await page.getByRole("button", { name: /^(Anmäl mig|Ställ mig på väntelistan)$/ }).click();
    await page.waitForURL(/\/signup\/o\./);
    await context.close();
  }
}

/** Invites somebody and returns the path of the link. */
async function invite(page: Page, name: string, email: string, language: Language): Promise<string> {
  const made = created(
    await jmap(page, "Account/set", {
      create: { new: { name, email, isAdmin: false, language: localeOf(language) } },
    }),
  );
  return pathOf(recordOf(made["link"])["url"]);
}

async function shareCabin(page: Page, withWhom: string, language: Language): Promise<void> {
  const { cabin: name } = WORDS[language];
  const cabin = created(await jmap(page, "Calendar/set", { create: { new: { name, color: "#4a86d4" } } }));
  const rights = { mayReadFreeBusy: true, mayReadItems: true, mayUpdatePrivate: true };
  const shared = { [`shareWith/${withWhom}`]: rights };
  await jmap(page, "Calendar/set", { update: { [textOf(cabin["id"])]: shared } });
}

/**
 * A person who has closed their account, with the link that restores it; another who shares a calendar, with a link
 * for a new password.
 */
async function addOthers(
  browser: Browser,
  server: RunningServer,
  admin: Page,
  language: Language,
): Promise<Pick<Household, "restore" | "reset">> {
  const paths: string[] = [];
  for (const [name, who] of [
    ["Bo Ek", "bo"],
    ["Nora Berg", "nora"],
  ] as const) {
    const path = await invite(admin, name, `${who}.${language}@tallkotten.example`, language);
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(server.url + path);
    const data = {
      token: path.split("/").at(-1),
      displayName: name,
      password: server.password,
      language: localeOf(language),
      timeZone: "Europe/Stockholm",
    };
    const answer = await page.request.post(`${server.url}/auth/accept-invitation`, { data });
    if (!answer.ok()) throw new Error(await answer.text());
    const id = await ownId(page);
    if (who === "nora") await shareCabin(page, await ownId(admin), language);
    paths.push(
      who === "bo"
        ? textOf(
            (await jmap(page, "Account/close", { currentPassword: server.password, calendarsTo: null }))[
              "path"
            ],
          )
        : pathOf(recordOf((await jmap(admin, "Account/link", { id }))["link"])["url"]),
    );
    await context.close();
  }
  const [restore = "", reset = ""] = paths;
  return { restore, reset };
}

/**
 * Adds what the demonstration lacks: tasks, sign-ups, other people's actions, links. Both languages have the same.
 */
export async function fillHousehold(
  browser: Browser,
  server: RunningServer,
): Promise<Record<Language, Household>> {
  const [en, sv] = [
    await (await browser.newContext()).newPage(),
    await (await browser.newContext()).newPage(),
  ];
  await signInAt(server, en, ENGLISH, "/settings/look");
  await signInAt(server, sv, SWEDISH, "/settings/look");
  // One of them is an administrator from the start.
  await jmap(en, "Account/set", { update: { [await ownId(sv)]: { isAdmin: true } } });
  const household = {
    en: await fillFor(browser, server, "en", en),
    sv: await fillFor(browser, server, "sv", sv),
  };
  await Promise.all([en.context().close(), sv.context().close()]);
  return household;
}

async function fillFor(
  browser: Browser,
  server: RunningServer,
  language: Language,
  page: Page,
): Promise<Household> {
  const words = WORDS[language];
  const me = await ownId(page);
  await putTasks(server, language);
  const events = await makeEvents(page, language);
  await signUpGuests(browser, server, events.signUpPublic);
  await jmap(page, "Group/set", {
    create: { new: { name: words.group, members: { [me]: { isManager: true } } } },
  });
  await jmap(page, "Availability/set", {
    update: {
      singleton: {
        "absences/a": { utcStart: "2026-12-21T23:00:00Z", utcEnd: "2026-12-27T23:00:00Z", text: words.away },
      },
    },
  });
  const list = recordsOf((await jmap(page, "Calendar/get", { ids: null }))["list"]);
  const calendarId = textOf(list[1]?.["id"]);
  const link = { calendarId, label: words.website, detail: "full", mayEmbed: true, expiresAt: null };
  const publicLink = created(await jmap(page, "PublicLink/set", { create: { new: link } }));
  await jmap(page, "Profile/set", { update: { [me]: { "preferences/nameDays": words.nameDays } } });
  return {
    ...events,
    ...(await addOthers(browser, server, page, language)),
    publicCalendar: `/c/${textOf(publicLink["token"])}`,
    invitation: await invite(page, "Per Wik", `per.${language}@tallkotten.example`, language),
  };
}
