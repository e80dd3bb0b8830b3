import type { Instant } from "@snart/calendar/time/instant.ts";
import { ianaZone } from "@snart/calendar/time/zone.ts";
import { mintActor } from "../../app/actor.ts";
import type { App } from "../../app/app.ts";
import { DEMO_ZONE, type DemoPerson } from "../to-jscalendar.ts";
import { seedAssociation } from "./association.ts";
import { seedOffice } from "./office.ts";

/**
 * Fills a Snart that has an administrator with what can be booked: a housing association and an office, around `now`.
 * @throws Error if the server refuses its own demonstration data
 */
export async function seedBookings(
  app: App,
  now: Instant,
  password: string,
  { email, language }: Pick<DemoPerson, "email" | "language">,
): Promise<void> {
  const zone = ianaZone(DEMO_ZONE);
  const principal = await app.storage.read((tx) => tx.principals.byEmail(email));
  if (!zone || !principal) throw new Error("the demonstration has no zone or no administrator");
  const { id: principalId, login } = principal;
  const admin = mintActor({ principalId, login, isAdmin: true, via: "command-line", proof: "demo" });
  const world = { app, admin, language, password, now, zone };
  await seedAssociation(world);
  await seedOffice(world);
}
