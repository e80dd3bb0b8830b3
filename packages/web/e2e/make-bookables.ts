import type { Page } from "@playwright/test";
import { callAs } from "./call-as.ts";

/** Four passes each day, two coming bookings for each party. */
export const PASSES = {
  mode: "slots",
  timeZone: "Europe/Stockholm",
  cellMinutes: 15,
  units: 1,
  slotPlans: [
    {
      days: ["mo", "tu", "we", "th", "fr", "sa", "su"],
      passes: [
        { from: "07:00", to: "10:00" },
        { from: "10:00", to: "13:00" },
        { from: "13:00", to: "16:00" },
        { from: "16:00", to: "19:00" },
      ],
    },
  ],
  limits: [{ max: 2, of: "bookings", per: "upcoming", over: "this" }],
};

/** The id of what a `/set` made. */
export const createdId = (made: unknown, key: string): string =>
  (made as { readonly created: Readonly<Record<string, { readonly id: string }>> }).created[key]?.id ?? "";

/** Makes a group of the page's own person; returns its id. */
export async function makeGroup(page: Page, name: string): Promise<string> {
  const [asked] = await callAs(page, [["Booking/get", { ids: [] }]]);
  const { accountId } = asked as never as { readonly accountId: string };
  const members = { [accountId]: { isManager: true } };
  const [made] = await callAs(page, [["Group/set", { create: { g: { name, members } } }]]);
  return createdId(made, "g");
}

/** Makes a household of the page's own person, an administrator; returns its id. */
export async function makeHousehold(page: Page, label: string, name: string): Promise<string> {
  const groupId = await makeGroup(page, `${label} ${name}`);
  const [made] = await callAs(page, [["Household/set", { create: { h: { label, groupId } } }]]);
  return createdId(made, "h");
}

/** Makes rooms that a new group of the page's own person, an administrator, manages; returns their ids. */
export async function makeRooms(page: Page, ...rooms: readonly object[]): Promise<readonly string[]> {
  const managersId = await makeGroup(page, "Styrelsen");
  const create = Object.fromEntries(
    rooms.map((room, at) => [`r${String(at)}`, { type: "ROOM", managersId, ...room }]),
  );
  const [made] = await callAs(page, [["Bookable/set", { create }]]);
  return rooms.map((_, at) => createdId(made, `r${String(at)}`));
}
