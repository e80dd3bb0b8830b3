import type { HomePush, PushSubscription } from "../../storage/records/notifications.ts";
import { mintActor, type Actor } from "../actor.ts";

/** Whoever has asked for pushes, with the proof that they had then: whether it still holds, `isStillSignedIn` says. */
export const creatorOf = ({
  principalId,
  signedInBy,
}: Pick<PushSubscription, "principalId"> & { readonly signedInBy: HomePush["signedInBy"] }): Actor =>
  mintActor({
    principalId,
    login: "",
    isAdmin: false,
    via: signedInBy.via as Actor["via"],
    proof: signedInBy.proof,
    ...(signedInBy.scope && { scope: signedInBy.scope }),
  });
