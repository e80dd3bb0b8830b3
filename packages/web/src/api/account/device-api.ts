import { ok, type Result } from "@snart/calendar/result.ts";
import { jmap } from "../jmap-client.ts";
import type { ApiProblem } from "../problem.ts";
import { isRecord, request } from "../request.ts";

type Asked<T> = Promise<Result<T, ApiProblem>>;

/** A link that connects one device, once. */
export interface DeviceLink {
  readonly path: string;
  /** by the clock of this machine */
  readonly expiresAt: number;
}

/** Makes such a link (`Credential/offer`); the one before ends. */
export async function offerDevice(accountId: string): Asked<DeviceLink> {
  const given = await jmap.callOne("Credential/offer", { accountId });
  if (!given.ok) return given;
  const { path, expiresIn } = given.value;
  // Counted from here: the clocks of two machines seldom agree.
  return typeof path === "string" && typeof expiresIn === "number"
    ? ok({ path, expiresAt: Date.now() + expiresIn * 1_000 })
    : unreadable;
}

/** Whose calendars the token of a link opens. */
export async function fetchDeviceLink(token: string): Asked<string> {
  const given = await request(`/auth/device/${encodeURIComponent(token)}`);
  if (!given.ok) return given;
  const name = isRecord(given.value) ? given.value["displayName"] : undefined;
  return typeof name === "string" ? ok(name) : unreadable;
}

export interface DeviceAccess {
  readonly login: string;
  /** an app password, told this once */
  readonly secret: string;
}

/** Trades the token for an app password. */
export async function connectDevice(token: string, label: string): Asked<DeviceAccess> {
  const given = await request("/auth/connect-device", { method: "POST", body: { token, label } });
  if (!given.ok) return given;
  const { login, secret } = isRecord(given.value) ? given.value : {};
  return typeof login === "string" && typeof secret === "string" ? ok({ login, secret }) : unreadable;
}

const unreadable: Result<never, ApiProblem> = { ok: false, problem: { kind: "unreachable" } };
