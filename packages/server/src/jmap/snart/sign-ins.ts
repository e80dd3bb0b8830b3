import type { PropertiesOf } from "../standard/source.ts";
import type { SignInRecord } from "@snart/calendar/jmap/account.ts";
import { formatUtcDateTime } from "@snart/calendar/jscalendar/date-time-text.ts";
import { ok } from "@snart/calendar/result.ts";
import { endSignIn, listSignIns, type SignIn } from "../../app/sign-in/sign-ins.ts";
import { recordType } from "../standard/record-type.ts";
import { SNART } from "../wire/capabilities.ts";
import type { SetError } from "../wire/errors.ts";
import { shortHash } from "../wire/session.ts";

const UNCHANGING: SetError = { type: "forbidden", description: "sessions begin by signing in" };

/** SignIn (urn:snart:jmap): the browsers in which the actor is signed in; destroying one signs out there. */
export const signIns = recordType<SignIn>({
  name: "SignIn",
  capability: SNART,
  isOwn: true,
  properties: {
    id: (signIn) => signIn.id,
    createdAt: ({ createdAt }) => formatUtcDateTime(createdAt),
    lastUsedAt: ({ lastUsedAt }) => formatUtcDateTime(lastUsedAt),
    expiresAt: ({ expiresAt }) => formatUtcDateTime(expiresAt),
    userAgent: ({ userAgent }) => userAgent,
    isCurrent: ({ isCurrent }) => isCurrent,
  } satisfies PropertiesOf<SignIn, SignInRecord>,
  async read({ app, actor }) {
    const items = await listSignIns(app, actor);
    // Use is not a change.
    return ok({ items, state: shortHash(items.map(({ id }) => id).toSorted()) });
  },
  set: {
    create: UNCHANGING,
    update: UNCHANGING,
    destroy: ({ app, actor }, id) => endSignIn(app, actor, id),
  },
});
