import type { Audience } from "@snart/calendar/access/audience.ts";
import type { ServerSettings } from "@snart/calendar/jmap/server-settings.ts";
import { failed, ok } from "@snart/calendar/result.ts";
import { jmap } from "../jmap-client.ts";
import type { Asked } from "../problem.ts";

/** The settings of the server that concern everybody. */
export async function fetchServerSettings(accountId: string): Asked<ServerSettings> {
  const given = await jmap.get("ServerSettings", accountId);
  if (!given.ok) return given;
  const [settings] = given.value;
  return settings ? ok(settings) : failed({ kind: "unreachable" });
}

/** Sets who may find people here and see when they are busy; for administrators. */
export const setAudience = (accountId: string, visibleTo: Audience): Asked<unknown> =>
  jmap.setOne("ServerSettings/set", { accountId, update: { singleton: { visibleTo } } });
