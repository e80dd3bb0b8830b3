import type { IsAddressOf } from "@snart/calendar/scheduling/attendee.ts";
import { profile } from "../../app/accounts/profile.ts";
import { isAddressOf } from "../../app/principal-address.ts";
import type { MethodContext } from "../method.ts";

/** Whether an address is the actor's, be it a former one. */
export async function ownAddresses({
  app,
  actor,
}: Pick<MethodContext, "app" | "actor">): Promise<IsAddressOf> {
  const me = await profile(app, actor);
  return me.ok ? isAddressOf(me.value) : () => false;
}
