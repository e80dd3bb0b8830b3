import type { AnswerMode } from "@snart/calendar/booking/answer-mode.ts";
import type { Actor } from "../../app/actor.ts";
import type { App } from "../../app/app.ts";
import { createBookable } from "../../app/bookings/bookables.ts";
import { createGroup } from "../../app/groups/change-group.ts";
import type { PrincipalId } from "../../storage/records/ids.ts";
import { ANY_TIME } from "./rules.ts";

/** How the resources of the Calendar Server suite answer; the others, and all locations, do by themselves. */
const MODES: ReadonlyMap<string, AnswerMode> = new Map([
  ["resource05", "none"],
  ["resource06", "accept-always"],
  ["resource07", "decline-always"],
  ["resource08", "accept-if-free"],
  ["resource09", "decline-if-busy"],
  ["resource11", "decline-always"],
]);

const numbered = (name: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, at) => `${name}${String(at + 1).padStart(2, "0")}`);

/** The rooms and things of the conformance server, by login. */
export const CONFORMANCE_ROOMS = [...numbered("resource", 11), ...numbered("location", 10)];

/** Makes them, with mail addresses like everybody's. @param keeper who manages them all */
export async function addRooms(app: App, admin: Actor, { principalId }: Actor): Promise<void> {
  const group = await createGroup(app, admin, "Managers", new Map([[principalId, { isManager: true }]]));
  if (!group.ok) throw new Error(`no managers: ${group.problem.code}`);
  for (const login of CONFORMANCE_ROOMS) await addRoom(app, admin, group.value, login);
}

async function addRoom(app: App, admin: Actor, managersId: PrincipalId, login: string): Promise<void> {
  const isRoom = login.startsWith("location");
  const made = await createBookable(app, admin, {
    name: `${isRoom ? "Location" : "Resource"} ${login.slice(-2)}`,
    type: isRoom ? "ROOM" : "RESOURCE",
    managersId,
    labels: [],
    description: "",
    place: "",
    capacity: null,
    rules: { ...ANY_TIME, recurring: "skipTaken" },
  });
  if (!made.ok) throw new Error(`no ${login}: ${made.problem.code}`);
  await app.storage.write(async (tx) => {
    await tx.principals.setLogins(made.value, { login, formerLogins: [] });
    await tx.principals.setAddresses(made.value, { email: `${login}@example.com`, formerEmails: [] });
    await tx.bookables.update(made.value, { answerMode: MODES.get(login) ?? "automatic" });
  });
}
