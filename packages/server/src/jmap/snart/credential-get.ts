import { ok } from "@snart/calendar/result.ts";
import * as v from "valibot";
import { listAppPasswords } from "../../app/sign-in/app-passwords.ts";
import { ownAccountMethod } from "../method.ts";
import { getArguments } from "../standard/arguments.ts";
import { checkProperties, getAnswer, requestedIds } from "../standard/get.ts";
import { SNART } from "../wire/capabilities.ts";
import { CREDENTIAL_PROPERTIES, credentialRecord, credentialState } from "./credential-record.ts";

/** Credential/get: the actor's app passwords, newest first. */
export const credentialGet = ownAccountMethod(
  SNART,
  v.strictObject(getArguments),
  async ({ app, actor }, account, args) => {
    const ids = requestedIds(args.ids, app.limits.maxObjectsInGet);
    if (!ids.ok) return ids;
    const properties = checkProperties(args.properties, CREDENTIAL_PROPERTIES);
    if (!properties.ok) return properties;
    const credentials = await listAppPasswords(app, actor);
    return ok(
      getAnswer({
        accountId: account.id,
        state: credentialState(credentials),
        ids: ids.value,
        properties: properties.value,
        records: credentials.map((credential) => ({ ...credentialRecord(credential) })),
      }),
    );
  },
);
