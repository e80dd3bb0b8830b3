import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import type { PasskeyExpectation, PasskeyVerifier } from "../app/app.ts";

/** What WebAuthn §7 asks of a server. The library is loaded with the first passkey: few megabytes that many servers never need. */
export function passkeyVerifier(): PasskeyVerifier {
  return {
    async made(response, expected) {
      const { verifyRegistrationResponse } = await import("@simplewebauthn/server");
      const checked = await verifyRegistrationResponse({
        response: response as RegistrationResponseJSON,
        ...of(expected),
      }).catch(() => undefined);
      if (!checked?.verified) return undefined;
      const { id, publicKey, counter, transports } = checked.registrationInfo.credential;
      return {
        id,
        publicKey: Buffer.from(publicKey).toString("base64url"),
        counter,
        transports: (transports ?? []).filter((one) => typeof one === "string").slice(0, 8),
      };
    },
    async used(response, expected, { id, publicKey }) {
      const { verifyAuthenticationResponse } = await import("@simplewebauthn/server");
      const checked = await verifyAuthenticationResponse({
        response: response as AuthenticationResponseJSON,
        ...of(expected),
        // Whether the counter has gone back is told apart from a wrong signature.
        credential: { id, publicKey: Buffer.from(publicKey, "base64url"), counter: 0 },
      }).catch(() => undefined);
      return checked?.verified ? checked.authenticationInfo.newCounter : undefined;
    },
  };
}

const of = ({ challenge, origin }: PasskeyExpectation) => ({
  expectedChallenge: challenge,
  expectedOrigin: new URL(origin).origin,
  expectedRPID: new URL(origin).hostname,
  requireUserVerification: true,
});
