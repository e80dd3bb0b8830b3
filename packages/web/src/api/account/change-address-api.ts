import { ok } from "@snart/calendar/result.ts";
import { jmap } from "../jmap-client.ts";
import type { Asked } from "../problem.ts";
import { record, text } from "../read-json.ts";
import { request } from "../request.ts";

/** Asks for another address for the person's own account (`Address/change`); returns whether a link to it must be opened first. */
export async function changeAddress(
  accountId: string,
  email: string,
  currentPassword: string,
): Asked<"mailed" | "changed"> {
  const given = await jmap.callOne("Address/change", { accountId, email, currentPassword });
  return given.ok ? ok(given.value["linkEndsAt"] === null ? "changed" : "mailed") : given;
}

/** The person of a link, and the address that it makes theirs. */
export interface AddressLinkAbout {
  readonly name: string;
  readonly email: string;
}

export async function fetchAddressLink(token: string): Asked<AddressLinkAbout> {
  const given = await request(`/auth/address/${encodeURIComponent(token)}`);
  if (!given.ok) return given;
  const it = record(given.value);
  return ok({ name: text(it["displayName"]), email: text(it["email"]) });
}

/** Makes the link's address that of its account, without signing anybody in. */
export const changeAddressByLink = (token: string): Asked<unknown> =>
  request("/auth/change-address", { method: "POST", body: { token } });
