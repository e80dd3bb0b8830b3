import type { AccountRecord } from "@snart/calendar/jmap/account.ts";
import { formatUtcDateTime } from "@snart/calendar/jscalendar/date-time-text.ts";
import { failed, ok } from "@snart/calendar/result.ts";
import * as v from "valibot";
import { linkPath } from "../../app/accounts/account-links.ts";
import { changeAccount, listAccounts } from "../../app/accounts/change-account.ts";
import { deleteAccount } from "../../app/accounts/delete-account.ts";
import { invitePerson, renewLink, type SentLink } from "../../app/accounts/invite-person.ts";
import type { Principal, PrincipalId } from "../../app/types.ts";
import { ownAccountMethod } from "../method.ts";
import { methodErrorOf } from "../problem.ts";
import { id, idText, text } from "../standard/arguments.ts";
import { recordType } from "../standard/record-type.ts";
import { NOT_FOUND, quietly, readInput } from "../standard/set-method.ts";
import { recordOf, type PropertiesOf } from "../standard/source.ts";
import { serverLock } from "../standard/state-guard.ts";
import { SNART } from "../wire/capabilities.ts";

/** A person's account as administrators see it. */
const properties: PropertiesOf<Principal, AccountRecord> = {
  id: (person) => person.id,
  login: (person) => person.login,
  formerLogins: (person) => person.formerLogins,
  name: (person) => person.displayName,
  email: (person) => person.email ?? "",
  formerEmails: (person) => person.formerEmails,
  isAdmin: (person) => person.isAdmin,
  status: (person) => person.status,
  // A deleted account can be restored during the grace period from then.
  statusSince: (person) => formatUtcDateTime(person.statusSince ?? person.createdAt),
  createdAt: (person) => formatUtcDateTime(person.createdAt),
};

const invitation = v.strictObject({
  name: text,
  email: v.pipe(text, v.trim()),
  isAdmin: v.optional(v.boolean(), false),
  language: v.optional(v.picklist(["en-GB", "sv"]), "en-GB"),
});
const changes = v.strictObject({
  name: v.exactOptional(text),
  email: v.exactOptional(v.pipe(text, v.trim())),
  login: v.exactOptional(text),
  formerEmails: v.exactOptional(v.array(text)),
  isAdmin: v.exactOptional(v.boolean()),
  status: v.exactOptional(v.picklist(["active", "suspended"])),
});

/** The link's creator sees this, once. */
const linkOf = ({ issued, isMailed }: SentLink, origin: string) => ({
  kind: issued.kind,
  url: `${origin}${linkPath(issued)}`,
  expiresAt: formatUtcDateTime(issued.expiresAt),
  isMailed,
});

/** Account/link: a new invitation, or a link to choose a new password; the earlier one ends. */
const link = ownAccountMethod(
  SNART,
  v.strictObject({ accountId: id, id: idText }),
  async ({ app, actor, origin }, account, args) => {
    const made = await renewLink(app, actor, args.id as PrincipalId, origin);
    if (!made.ok) return failed(methodErrorOf(made.problem));
    return ok({ accountId: account.id, link: linkOf(made.value, origin) });
  },
);

/**
 * Account (urn:snart:jmap): everybody's account, for administrators. `create` invites a person and returns the link.
 * `calendarsTo` names the new owner of destroyed accounts' calendars; without it they are deleted with the account.
 */
export const accounts = recordType({
  name: "Account",
  capability: SNART,
  isOwn: true,
  properties,
  async read({ app, actor }) {
    const people = await listAccounts(app, actor);
    return people.ok ? ok({ items: people.value }) : failed(methodErrorOf(people.problem));
  },
  set: {
    arguments: { calendarsTo: v.nullish(idText) },
    locks: serverLock,
    async create(call, given) {
      const { app, actor, origin } = call;
      const input = readInput(invitation, given);
      if (!input.ok) return input;
      const { name: displayName, ...fields } = input.value;
      const invited = await invitePerson(app, actor, { displayName, ...fields }, origin);
      if (!invited.ok) return invited;
      const record = recordOf({ properties }, invited.value.principal, call);
      return ok({ ...record, link: linkOf(invited.value, origin) });
    },
    async update({ app, actor }, personId, patch) {
      const input = readInput(changes, patch);
      if (!input.ok) return input;
      const { name, ...others } = input.value;
      const fields = { ...(name !== undefined && { displayName: name }), ...others };
      return quietly(await changeAccount(app, actor, personId as PrincipalId, fields));
    },
    async destroy({ app, actor, args, known }, personId) {
      const to = (args.calendarsTo ?? undefined) as PrincipalId | undefined;
      return known.has(personId) ? deleteAccount(app, actor, personId as PrincipalId, to) : NOT_FOUND;
    },
  },
  methods: { link },
});
