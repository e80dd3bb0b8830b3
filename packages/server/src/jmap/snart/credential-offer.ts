import { failed, ok } from "@snart/calendar/result.ts";
import * as v from "valibot";
import { linkPath } from "../../app/accounts/account-links.ts";
import { offerDevice } from "../../app/accounts/connect-device.ts";
import { ownAccountMethod } from "../method.ts";
import { methodErrorOf } from "../problem.ts";
import { id } from "../standard/arguments.ts";
import { SNART } from "../wire/capabilities.ts";

const schema = v.strictObject({ accountId: id });

/** Credential/offer: a path that gives the device which opens it an app password, once and for so many seconds. */
export const credentialOffer = ownAccountMethod(SNART, schema, async ({ app, actor }, { id: accountId }) => {
  const offered = await offerDevice(app, actor);
  if (!offered.ok) return failed(methodErrorOf(offered.problem));
  const expiresIn = Math.floor((offered.value.expiresAt - app.now()) / 1_000);
  return ok({ accountId, path: linkPath(offered.value), expiresIn });
});
