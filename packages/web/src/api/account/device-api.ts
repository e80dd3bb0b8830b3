import { failed, ok, type Result } from "@snart/calendar/result.ts";
import { jmap } from "../jmap-client.ts";
import type { ApiProblem, Asked } from "../problem.ts";
import { record } from "../read-json.ts";
import { request } from "../request.ts";

/** A link that connects one device, once. */
export interface DeviceLink {
  readonly path: string;
  /** ms by this machine's clock */
  readonly expiresAt: number;
}

/** Makes a link that connects a device (`Credential/offer`); the former one ends. */
export async function offerDevice(accountId: string): Asked<DeviceLink> {
  const args = { accountId };
  const given = await jmap.callOne<{ path: string; expiresIn: number }>("Credential/offer", args);
  if (!given.ok) return given;
  const { path, expiresIn } = given.value;
  // The time left is counted by this machine's clock: the clocks of two machines seldom agree.
  return ok({ path, expiresAt: Date.now() + expiresIn * 1_000 });
}

/** Returns the person whose calendars a link's token opens. */
export async function fetchDeviceLink(token: string): Asked<string> {
  const given = await request(`/auth/device/${encodeURIComponent(token)}`);
  if (!given.ok) return given;
  const name = record(given.value)["displayName"];
  return typeof name === "string" ? ok(name) : unreadable;
}

export interface DeviceAccess {
  readonly login: string;
  /** an app password, shown only once */
  readonly secret: string;
}

/** Trades the token for an app password. */
export async function connectDevice(token: string, label: string): Asked<DeviceAccess> {
  const given = await request("/auth/connect-device", { method: "POST", body: { token, label } });
  if (!given.ok) return given;
  const { login, secret } = record(given.value);
  return typeof login === "string" && typeof secret === "string" ? ok({ login, secret }) : unreadable;
}

const unreadable: Result<never, ApiProblem> = failed({ kind: "unreachable" });
