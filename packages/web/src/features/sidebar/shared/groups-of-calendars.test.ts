import type { GroupRecord } from "@snart/calendar/jmap/account.ts";
import { describe, expect, it } from "vitest";
import type { CalendarEntry } from "../../../store/items/entries.ts";
import { foundIn, groupsOfCalendars, type CalendarGroup } from "./groups-of-calendars.ts";

const calendar = (accountId: string, name: string, ownerName: string): CalendarEntry => ({
  key: `${accountId}/${name}`,
  accountId,
  id: name,
  name,
  ownerName,
  colour: "lake",
  isVisible: true,
  isDefault: false,
  isShared: true,
  sortOrder: 0,
  mayWrite: false,
});
const group = (id: string, name: string, members: readonly string[], status = "active"): GroupRecord => {
  const member = { name: "", email: null, isManager: false, isSuspended: false };
  const record = { id, name, status, statusSince: "", mayManage: false, calendars: 0 };
  return { ...record, members: Object.fromEntries(members.map((it) => [it, member])) } as GroupRecord;
};

const karin = calendar("karin", "Karin", "Karin Björk");
const cars = calendar("studio", "Site cars", "Studio");
const choir = calendar("asa", "Choir", "Åsa Öman");
const anton = calendar("anton", "Anton", "Anton Lund");
const groups = [
  group("studio", "Studio", ["karin", "me"]),
  group("sites", "Building sites", ["anton", "karin"]),
];
const said = (found: readonly CalendarGroup[]) =>
  found.map(({ name, calendars }) => `${name}: ${calendars.map((it) => it.name).join(", ")}`);

describe("groups of calendars", () => {
  it("stand by name with their own calendars and their members', and the rest last", () => {
    expect(said(groupsOfCalendars([karin, cars, choir, anton], groups, "Others"))).toEqual([
      "Building sites: Karin, Anton",
      "Studio: Site cars",
      "Others: Choir",
    ]);
  });

  it("are left out if empty or deleted", () => {
    const gone = [group("studio", "Studio", ["karin"], "deleted"), group("empty", "Empty", ["nobody"])];
    expect(said(groupsOfCalendars([karin], gone, "Others"))).toEqual(["Others: Karin"]);
  });

  it("are found by calendar, owner or group, in any case and without accents, å ä ö apart", () => {
    const all = groupsOfCalendars([karin, cars, choir, anton], groups, "Others");
    expect(said(foundIn(all, "KARIN björk"))).toEqual(["Building sites: Karin"]);
    expect(said(foundIn(all, "studio"))).toEqual(["Studio: Site cars"]);
    expect(said(foundIn(all, "Åsa"))).toEqual(["Others: Choir"]);
    expect(said(foundIn(all, "asa"))).toEqual([]);
    expect(said(foundIn(all, " "))).toHaveLength(3);
  });
});
