import type { CredentialRecord } from "@snart/calendar/jmap/account.ts";
import { formatUtcDateTime } from "@snart/calendar/jscalendar/date-time-text.ts";
import { failed, ok } from "@snart/calendar/result.ts";
import * as v from "valibot";
import { linkPath } from "../../app/accounts/account-links.ts";
import { offerDevice } from "../../app/accounts/connect-device.ts";
import { createAppPassword, listAppPasswords, removeAppPassword } from "../../app/sign-in/app-passwords.ts";
import type { Credential } from "../../app/types.ts";
import { ownAccountMethod } from "../method.ts";
import { methodErrorOf } from "../problem.ts";
import { id } from "../standard/arguments.ts";
import { recordType } from "../standard/record-type.ts";
import { recordOf, type PropertiesOf } from "../standard/source.ts";
import { SNART } from "../wire/capabilities.ts";
import { invalidProperties } from "../wire/errors.ts";
import { shortHash } from "../wire/session.ts";

const properties: PropertiesOf<Credential, CredentialRecord> = {
  id: (credential) => credential.id,
  kind: ({ kind }) => kind,
  label: ({ label }) => label,
  createdAt: ({ createdAt }) => formatUtcDateTime(createdAt),
  lastUsedAt: ({ lastUsedAt }) => (lastUsedAt === null ? null : formatUtcDateTime(lastUsedAt)),
  lastUsedBy: ({ lastUsedBy }) => lastUsedBy,
};

/**
 * Credential/offer: a path that gives the device that opens it an app password, once, for a limited number of
 * seconds.
 */
const offer = ownAccountMethod(
  SNART,
  v.strictObject({ accountId: id }),
  async ({ app, actor }, { id: accountId }) => {
    const offered = await offerDevice(app, actor);
    if (!offered.ok) return failed(methodErrorOf(offered.problem));
    const expiresIn = Math.floor((offered.value.expiresAt - app.now()) / 1_000);
    return ok({ accountId, path: linkPath(offered.value), expiresIn });
  },
);

/** Credential (urn:snart:jmap): the actor's app passwords, newest first. The secret is returned once, on creation. */
export const credentials = recordType({
  name: "Credential",
  capability: SNART,
  isOwn: true,
  properties,
  async read({ app, actor }) {
    const items = await listAppPasswords(app, actor);
    // Use is not a change.
    return ok({ items, state: shortHash(items.map((one) => [one.id, one.label])) });
  },
  set: {
    async create(call, { label, ...others }) {
      const wrong = Object.keys(others);
      if (typeof label !== "string" || label.includes("\0")) wrong.push("label");
      if (typeof label !== "string" || wrong.length > 0)
        return failed(invalidProperties(wrong, "an app password has a label, nothing else"));
      const made = await createAppPassword(call.app, call.actor, label);
      if (!made.ok) return made;
      const { credential, secret } = made.value;
      const { label: stored, ...record } = recordOf({ properties }, credential, call);
      return ok({ ...record, id: credential.id, secret, ...(stored === label ? {} : { label: stored }) });
    },
    update: { type: "forbidden", description: "app passwords do not change" },
    destroy: ({ app, actor }, credentialId) => removeAppPassword(app, actor, credentialId),
  },
  methods: { offer },
});
