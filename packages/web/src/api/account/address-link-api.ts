import { ok } from "@snart/calendar/result.ts";
import type { Asked } from "../problem.ts";
import { record, text } from "../read-json.ts";
import { request } from "../request.ts";

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
