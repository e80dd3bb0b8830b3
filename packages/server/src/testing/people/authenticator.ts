import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from "node:crypto";

const FLAGS = { present: 0x01, verified: 0x04, hasKey: 0x40 };

/** What may be wrong in an answer. */
interface Wrong {
  readonly origin?: string;
  readonly rpId?: string;
  readonly type?: string;
  readonly challenge?: string;
  readonly counter?: number;
  readonly isVerified?: boolean;
  readonly userHandle?: string;
}

/** A passkey in software, which answers as a browser's `toJSON` does, and lies where a test asks for it. */
export class Authenticator {
  readonly origin: string;
  readonly id = randomBytes(16);
  readonly #key: KeyObject;
  readonly #publicKey: KeyObject;
  #user = "";
  #counter = 0;

  constructor(origin: string) {
    this.origin = origin;
    const pair = generateKeyPairSync("ec", { namedCurve: "P-256" });
    this.#key = pair.privateKey;
    this.#publicKey = pair.publicKey;
  }

  /** Makes the passkey (WebAuthn §6.3.2). @param publicKey what `Passkey/begin` answers */
  make(publicKey: unknown, wrong: Wrong = {}): object {
    const { challenge, user } = publicKey as { challenge: string; user: { id: string } };
    this.#user = user.id;
    const { x = "", y = "" } = this.#publicKey.export({ format: "jwk" });
    // kty EC2, alg ES256, crv P-256 (RFC 9053).
    const cose = Buffer.concat([
      Buffer.from("a50102032620012158", "hex"),
      Buffer.from([32]),
      Buffer.from(x, "base64url"),
      Buffer.from("225820", "hex"),
      Buffer.from(y, "base64url"),
    ]);
    const length = Buffer.from([0, this.id.length]);
    const credential = Buffer.concat([Buffer.alloc(16), length, this.id, cose]);
    const data = Buffer.concat([this.#data({ counter: 0, ...wrong }, FLAGS.hasKey), credential]);
    const size = Buffer.alloc(2);
    size.writeUInt16BE(data.length);
    // {"fmt": "none", "attStmt": {}, "authData": …}
    const attestation = Buffer.concat([
      Buffer.from("a363666d74646e6f6e656761747453746d74a068617574684461746159", "hex"),
      size,
      data,
    ]);
    return this.#answer({
      clientDataJSON: this.#client("webauthn.create", challenge, wrong).toString("base64url"),
      attestationObject: attestation.toString("base64url"),
      transports: ["internal"],
    });
  }

  /** Signs a challenge (WebAuthn §6.3.3). */
  use(publicKey: unknown, wrong: Wrong = {}): object {
    const { challenge } = publicKey as { challenge: string };
    const data = this.#data({ counter: ++this.#counter, ...wrong }, 0);
    const client = this.#client("webauthn.get", challenge, wrong);
    const signed = Buffer.concat([data, createHash("sha256").update(client).digest()]);
    return this.#answer({
      clientDataJSON: client.toString("base64url"),
      authenticatorData: data.toString("base64url"),
      signature: sign("sha256", signed, this.#key).toString("base64url"),
      userHandle: wrong.userHandle ?? this.#user,
    });
  }

  #answer(response: object): object {
    const id = this.id.toString("base64url");
    return { id, rawId: id, type: "public-key", clientExtensionResults: {}, response };
  }

  #client(type: string, challenge: string, wrong: Wrong): Buffer {
    const said = { type, challenge, origin: this.origin, crossOrigin: false };
    const { origin, challenge: other, type: otherType } = wrong;
    return Buffer.from(
      JSON.stringify({
        ...said,
        ...(origin && { origin }),
        ...(other && { challenge: other }),
        ...(otherType && { type: otherType }),
      }),
    );
  }

  #data({ rpId, counter = 0, isVerified = true }: Wrong, more: number): Buffer {
    const counted = Buffer.alloc(4);
    counted.writeUInt32BE(counter);
    const flags = FLAGS.present | (isVerified ? FLAGS.verified : 0) | more;
    const hash = createHash("sha256")
      .update(rpId ?? new URL(this.origin).hostname)
      .digest();
    return Buffer.concat([hash, Buffer.from([flags]), counted]);
  }
}
