// The preparations of a page before its picture: through what one sees of it, in both languages.
import type { Page } from "@playwright/test";
import { ENGLISH, SWEDISH, type RunningServer } from "../../packages/web/e2e/fixtures.ts";
import { NEWCOMERS } from "./household.ts";
import { jmap, recordsOf, textOf, type Language } from "./jmap-of-page.ts";

/** The server and language of a picture. */
export interface Place {
  readonly server: RunningServer;
  readonly language: Language;
}

const button = (page: Page, name: RegExp) => page.getByRole("button", { name }).first();

export const openEvent = (title: RegExp) => async (page: Page) => {
  await page
    .locator("main [data-event]")
    .and(page.getByRole("button", { name: title }))
    .first()
    .click();
  await page.getByRole("dialog").first().waitFor();
};
export const editEvent = (title: RegExp) => async (page: Page) => {
  await openEvent(title)(page);
  await button(page, /^(Edit|Ändra)$/).click();
  await page.getByLabel(/^(Title|Titel)/).waitFor();
  // The pointer still lies where the event is, whose card would cover the editor.
  await page.mouse.move(1, 1);
  await page.locator("[data-hover-card]").waitFor({ state: "hidden" });
};

/** Pages of the settings are fetched when they are opened. */
export const pageIsThere = (page: Page): Promise<void> =>
  page.getByRole("heading", { level: 1 }).first().waitFor();

/** A provider by which people sign in, and the directory that makes their accounts. */
export const keepDirectory = async (page: Page): Promise<void> => {
  const label = "Entra ID";
  const known = recordsOf((await jmap(page, "ProvisioningToken/list", {}))["list"]);
  if (known.length === 0) {
    const issuer = "https://id.tallkotten.example";
    await jmap(page, "IdentityProvider/save", {
      provider: { name: "Tallkotten", issuer, clientId: "snart", isOn: true },
    });
    const [provider] = recordsOf((await jmap(page, "IdentityProvider/list", {}))["list"]);
    await jmap(page, "ProvisioningToken/create", {
      label,
      providerId: textOf(provider?.["id"]),
      mailsPeople: true,
    });
    await page.reload();
  }
  await page.getByText(label).first().waitFor();
  await page.getByRole("switch").first().scrollIntoViewIfNeeded();
};

const COMING = {
  en: { Choir: ["Rehearsal", "Advent concert"], Allotment: ["Weeding", "Harvest supper", ""] },
  sv: { Kören: ["Repetition", "Adventskonsert"], Kolonilotten: ["Rensning", "Skördefest", ""] },
} as const;

/** Two calendars are to come, of which one event cannot be read. */
export const rehearseImport = async (page: Page, { language }: Place): Promise<void> => {
  const chosen = page.waitForEvent("filechooser");
  await button(page, /^(Choose files|Välj filer)$/).click();
  const files = Object.entries(COMING[language]).map(([name, titles]) => ({
    name: `${name}.ics`,
    mimeType: "text/calendar",
    buffer: Buffer.from(calendarOf(name, titles)),
  }));
  await (await chosen).setFiles(files);
  await button(page, /^(Import|Importera) 2 /).waitFor();
};

const calendarOf = (name: string, titles: readonly string[]): string =>
  ["BEGIN:VCALENDAR", "VERSION:2.0", `X-WR-CALNAME:${name}`]
    .concat(
      titles.flatMap((title, at) => [
        "BEGIN:VEVENT",
        `UID:${name}-${at}`,
        ...(title === "" ? ["DTSTART:soon"] : [`SUMMARY:${title}`, `DTSTART:202612${10 + at}T180000Z`]),
        "DURATION:PT1H",
        "END:VEVENT",
      ]),
      ["END:VCALENDAR", ""],
    )
    .join("\r\n");

/** A custom repeat: every other week on one day, until a date. */
export const writeRepeat = async (page: Page): Promise<void> => {
  await editEvent(/^(Choir rehearsal|Körrepetition)/)(page);
  await page.getByRole("combobox", { name: /^(Repeat|Upprepa)$/ }).selectOption("custom");
  await page.getByRole("textbox", { name: /^Interval/ }).fill("2");
  await page.getByRole("combobox", { name: /^(End|Slut)$/ }).selectOption("on");
};
export const askSeries = async (page: Page): Promise<void> => {
  await writeRepeat(page);
  await button(page, /^(Save|Spara)/).click();
  await page.getByRole("alertdialog").waitFor();
};
export const openMore = async (page: Page): Promise<void> => {
  await page.locator("[data-more]").first().click();
  await page.getByRole("dialog").first().waitFor();
};
export const write =
  (words: Record<Language, string>, key: string) =>
  async (page: Page, { language }: Place) => {
    await button(page, /^(New|Ny)\b/).waitFor();
    await page.keyboard.press(key);
    await page.getByRole("dialog").first().waitFor();
    await page.keyboard.type(words[language]);
    await page
      .getByRole("dialog")
      .getByText(/^(in|om) /)
      .first()
      .waitFor();
  };
export const showKeys = async (page: Page): Promise<void> => {
  await page.keyboard.press("?");
  await page.getByRole("dialog").first().waitFor();
};
export const showNotifications = async (page: Page): Promise<void> => {
  await button(page, /^(Notifications|Aviseringar)/).click();
  await page.getByRole("dialog").first().waitFor();
};
export const print = async (page: Page): Promise<void> => {
  await page.keyboard.press("Control+p");
  await page.locator("[data-sheets] > section").first().waitFor();
};
export const columns = (name: RegExp) => async (page: Page) => {
  await page.getByRole("radio", { name }).check({ force: true });
};
export const scrollTo = (name: RegExp) => async (page: Page) => {
  const heading = page.getByRole("heading", { name }).first();
  await heading.evaluate((it) => it.scrollIntoView({ block: "start" }));
};
export const showCode = async (page: Page): Promise<void> => {
  await button(page, /^(Show the code|Show a code|Visa koden|Visa en kod)/).click();
  await page.getByRole("img", { name: /^(Code|Kod)/ }).waitFor();
};
/** A phone is connected by a press, another device by the link beside the code. */
export const connect = async (page: Page): Promise<void> => {
  const here = button(page, /^(Connect this device|Anslut den här)/);
  if (await here.isVisible()) await here.click();
  else {
    await showCode(page);
    const path = await page
      .getByRole("link", { name: /^(Connect this device|Anslut den här)/ })
      .getAttribute("href");
    await page.goto(new URL(path ?? "/", page.url()).href);
  }
  await button(page, /^(Show what to type|Visa vad jag ska skriva in)$/).waitFor();
};
export const closeAccount = async (page: Page): Promise<void> => {
  await button(page, /^(Close account…|Avsluta konto …)/).click();
  await page.getByRole("alertdialog").waitFor();
};

/** A new event with two guests: one with known busy times, and one without. */
export const addGuests = async (page: Page, { language }: Place): Promise<void> => {
  await button(page, /^(New|Ny)\b/).click();
  const isPhone = (page.viewportSize()?.width ?? 0) < 600;
  if (isPhone) await page.getByLabel(/^(New event in words|Ny händelse i ord)$/).click();
  await page.keyboard.type("Kv. Lärkan 25/11 13-14:30");
  if (isPhone) await button(page, /^(All fields|Alla fält)$/).click();
  else await page.keyboard.press("Tab");
  const guests = page.getByRole("combobox", { name: /^(Guests|Gäster)$/ });
  await guests.fill(`nora.${language}@tallkotten.example, nils@else.example`);
  await page.waitForTimeout(700);
  await guests.press("Enter");
  await page.getByRole("slider").first().scrollIntoViewIfNeeded();
};
/** One more guest is being typed, and those who may be meant stand under the field. */
export const typeGuest = async (page: Page, place: Place): Promise<void> => {
  await addGuests(page, place);
  const guests = page.getByRole("combobox", { name: /^(Guests|Gäster)$/ });
  await guests.pressSequentially("a");
  await page.getByRole("listbox").waitFor();
  await guests.press("ArrowDown");
};
export const findTime = async (page: Page, place: Place): Promise<void> => {
  await addGuests(page, place);
  await button(page, /^(Find a time|Hitta en tid)$/).press("Enter");
  const finding = page.getByRole("region", { name: /^(Find a time|Hitta en tid)$/ });
  await finding.getByRole("radio").first().waitFor();
};
export const showSignUp = async (page: Page): Promise<void> => {
  await openEvent(/^(Wreath evening|Kranskväll)/)(page);
  await page
    .getByText(/(places taken|platser tagna)/)
    .first()
    .waitFor();
};
export const draw = async (page: Page): Promise<void> => {
  const day = page.getByRole("region", { name: /(Wednesday|onsdag) 25 november/i }).first();
  const lunch = page
    .locator("main [data-event]")
    .and(page.getByRole("button", { name: /^Lunch, Nord/ }))
    .first();
  const [box, noon] = [await day.boundingBox(), await lunch.boundingBox()];
  if (!box || !noon) throw new Error("no Wednesday");
  await page.mouse.move(box.x + box.width / 2, noon.y + 60);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2, noon.y + 80, { steps: 4 });
  await page.mouse.move(box.x + box.width / 2, noon.y + 150, { steps: 4 });
  await page.mouse.up();
  await page.getByRole("textbox", { name: /^(Title|Titel|What|Vad)/ }).waitFor();
};
const debrief = (page: Page) =>
  page
    .locator("main [data-event]")
    .and(page.getByRole("button", { name: /^(Debrief|Avstämning)/ }))
    .first();
export const removeDebrief = async (page: Page): Promise<void> => {
  await debrief(page).focus();
  await page.keyboard.press("Delete");
  await page
    .getByText(/(deleted|borttagen)/)
    .first()
    .waitFor();
};
export const goOffline = async (page: Page): Promise<void> => {
  // What another picture has taken away may still be on its way back.
  await debrief(page).waitFor();
  await page.context().setOffline(true);
  await removeDebrief(page);
  // A phone says it in one word.
  await page
    .getByText(/(You are|Du är) offline|^Offline/)
    .first()
    .waitFor();
};
export const undo = async (page: Page): Promise<void> => {
  await button(page, /^(Undo|Ångra)/).click();
  await page.context().setOffline(false);
  await debrief(page).waitFor();
};

/** A calendar is shared while its picture is taken: those who have nothing yet are pictured too. */
export const shareCalendar = async (page: Page, { language }: Place): Promise<void> => {
  await page.getByRole("combobox", { name: /^(Name or email|Namn eller e-post)/ }).fill(NEWCOMERS[language]);
  await button(page, /^(Share|Dela)$/).click();
  await page.getByRole("listitem").filter({ hasText: "Nora Berg" }).first().waitFor();
};
export const shareNoMore = (page: Page): Promise<void> => button(page, /^(Undo|Ångra)/).click();

/** A worker that announces a new version, which an unchanged server never has. */
export const offerVersion = async (page: Page): Promise<void> => {
  await page.addInitScript(() => {
    const worker = Object.assign(new EventTarget(), { postMessage: () => {}, state: "installed" });
    const registration = Object.assign(new EventTarget(), {
      waiting: worker,
      installing: null,
      update: async () => {},
    });
    const container = Object.assign(new EventTarget(), {
      controller: worker,
      register: async () => registration,
      getRegistration: async () => registration,
      ready: Promise.resolve(registration),
    });
    Object.defineProperty(navigator, "serviceWorker", { value: container });
  });
  await page.reload();
  await page
    .getByText(/^(A new version|En ny version)/)
    .first()
    .waitFor();
};

/** The same event, as another client of the same person writes it. */
function putElsewhere(at: Place, summary: string, method = "PUT"): Promise<Response> {
  const login = at.language === "sv" ? SWEDISH : ENGLISH;
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Client//EN",
    "BEGIN:VEVENT",
    "UID:both",
    "DTSTAMP:20261120T100000Z",
  ];
  const own = [
    "DTSTART:20261128T070000Z",
    "DURATION:PT1H",
    `SUMMARY:${summary}`,
    "END:VEVENT",
    "END:VCALENDAR",
    "",
  ];
  const url = `${at.server.url}/dav/calendars/${login.replace(/@.*/, "")}/calendar/both.ics`;
  const headers = { authorization: `Basic ${btoa(`${login}:${at.server.password}`)}` };
  return fetch(url, {
    method,
    headers,
    ...(method === "PUT" ? { body: [...lines, ...own].join("\r\n") } : {}),
  });
}

/** An event changed here offline and meanwhile changed elsewhere too. */
export const conflict = async (page: Page, at: Place): Promise<void> => {
  const say = (en: string, sv: string): string => (at.language === "sv" ? sv : en);
  await putElsewhere(at, say("Skating", "Skridskor"));
  const event = page
    .locator("main [data-event]")
    .and(page.getByRole("button", { name: /^(Skating|Skridskor)/ }))
    .first();
  await event.waitFor();
  await page.context().setOffline(true);
  await event.focus();
  await page.keyboard.press("e");
  await page.getByLabel(/^(Title|Titel)/).fill(say("Skating with Maja", "Skridskor med Maja"));
  await button(page, /^(Save|Spara)/).click();
  await putElsewhere(at, say("Skating, Zinken", "Skridskor, Zinken"));
  await page.context().setOffline(false);
  await button(page, /^(Compare|Jämför)$/).click({ timeout: 15_000 });
  await page.getByRole("alertdialog").waitFor();
};
export const forgetConflict = async (page: Page, at: Place): Promise<void> => {
  await button(page, /^(Keep theirs|Behåll deras)$/).click();
  await putElsewhere(at, "", "DELETE");
};
