import type {
  ProvisioningTokenRecord,
  ProvisioningTokens,
} from "@snart/calendar/jmap/administration/provisioning-tokens.ts";
import { jmap } from "../jmap-client.ts";
import type { Asked } from "../problem.ts";

/** The tokens by which directories keep accounts here, without their secrets, and the address that is entered there. */
export const fetchProvisioningTokens = (accountId: string): Asked<ProvisioningTokens> =>
  jmap.callOne("ProvisioningToken/list", { accountId });

/** A token with its secret, which is shown this once. */
export interface MadeToken {
  readonly token: ProvisioningTokenRecord;
  readonly secret: string;
}

/** Makes a token; wants a proof that is not old. @param wish.providerId null: of no provider */
export const createProvisioningToken = (
  accountId: string,
  wish: { readonly label: string; readonly providerId: string | null },
): Asked<MadeToken> => jmap.callOne("ProvisioningToken/create", { accountId, ...wish });

/** Changes whether people hear by mail of the accounts that a token's directory makes. */
export const changeProvisioningToken = (
  accountId: string,
  id: string,
  mailsPeople: boolean,
): Asked<unknown> => jmap.callOne("ProvisioningToken/change", { accountId, id, mailsPeople });

/** Ends a token at once; wants a proof that is not old. */
export const removeProvisioningToken = (accountId: string, id: string): Asked<unknown> =>
  jmap.callOne("ProvisioningToken/remove", { accountId, id });
