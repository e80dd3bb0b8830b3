import { AUDIENCES } from "@snart/calendar/access/audience.ts";
import type { ServerSettings, ServerSettingsRecord } from "@snart/calendar/jmap/server-settings.ts";
import { ok } from "@snart/calendar/result.ts";
import * as v from "valibot";
import { serverSettings as readSettings, setServerAudience } from "../../app/accounts/server-settings.ts";
import { recordType } from "../standard/record-type.ts";
import { NOT_FOUND, quietly, readInput } from "../standard/set-method.ts";
import type { PropertiesOf } from "../standard/source.ts";
import { serverLock } from "../standard/state-guard.ts";
import { SNART } from "../wire/capabilities.ts";

const ID = "singleton";

const properties: PropertiesOf<ServerSettings, ServerSettingsRecord> = {
  id: () => ID,
  visibleTo: ({ visibleTo }) => visibleTo,
};

const patchSchema = v.strictObject({ visibleTo: v.optional(v.picklist(AUDIENCES)) });

/** ServerSettings (urn:snart:jmap): what concerns everybody here. Everybody reads it, administrators set it. */
export const serverSettings = recordType({
  name: "ServerSettings",
  capability: SNART,
  isOwn: true,
  properties,
  read: async ({ app }) => ok({ items: [await readSettings(app)] }),
  set: {
    locks: serverLock,
    create: { type: "singleton" },
    async update({ app, actor }, id, patch) {
      if (id !== ID) return NOT_FOUND;
      const input = readInput(patchSchema, patch);
      if (!input.ok) return input;
      const { visibleTo } = input.value;
      return visibleTo === undefined ? ok(null) : quietly(await setServerAudience(app, actor, visibleTo));
    },
    destroy: { type: "singleton" },
  },
});
