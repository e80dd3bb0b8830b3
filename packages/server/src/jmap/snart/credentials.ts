import type { CredentialRecord } from "@snart/calendar/jmap/account.ts";
import { formatUtcDateTime } from "@snart/calendar/jscalendar/date-time-text.ts";
import { failed, ok } from "@snart/calendar/result.ts";
import * as v from "valibot";
import { linkPath } from "../../app/accounts/account-links.ts";
import { offerDevice } from "../../app/accounts/connect-device.ts";
import { createAppPassword, listAppPasswords, removeAppPassword } from "../../app/sign-in/app-passwords.ts";
import type { CalendarId, Credential } from "../../app/types.ts";
import { ownAccountMethod } from "../method.ts";
import { methodErrorOf } from "../problem.ts";
import { id, text } from "../standard/arguments.ts";
import { recordType } from "../standard/record-type.ts";
import { readInput } from "../standard/set-method.ts";
import { recordOf, type PropertiesOf } from "../standard/source.ts";
import { SNART } from "../wire/capabilities.ts";
import { shortHash } from "../wire/session.ts";

const properties: PropertiesOf<Credential, CredentialRecord> = {
  id: (credential) => credential.id,
  kind: ({ kind }) => kind,
  label: ({ label }) => label,
  createdAt: ({ createdAt }) => formatUtcDateTime(createdAt),
  lastUsedAt: ({ lastUsedAt }) => (lastUsedAt === null ? null : formatUtcDateTime(lastUsedAt)),
  lastUsedBy: ({ lastUsedBy }) => lastUsedBy,
  scope: ({ data }) => (data?.kind === "app-password" ? data.scope : null),
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

const newAppPassword = v.strictObject({
  label: v.pipe(text, v.maxLength(1_000)),
  /** absent: everything that its owner may do with calendars */
  scope: v.nullish(
    v.strictObject({
      calendarIds: v.nullable(v.pipe(v.array(v.custom<CalendarId>(isText)), v.maxLength(1_000))),
      mayWrite: v.boolean(),
      /** absent: events and tasks */
      component: v.optional(v.picklist(["VEVENT", "VTODO"])),
    }),
  ),
});

function isText(value: unknown): boolean {
  return typeof value === "string" && value.length <= 255;
}

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
    async create(call, given) {
      const input = readInput(newAppPassword, given);
      if (!input.ok) return input;
      const { label, scope } = input.value;
      const made = await createAppPassword(call.app, call.actor, label, scope ?? undefined);
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
