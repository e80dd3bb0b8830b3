import type { ObjectId } from "../../storage/records/ids.ts";
import type { App } from "../app.ts";
import { isSameSignature, signatureOf, signingKey } from "../signing-key.ts";

const KEY = "sign-up-key";

/** The purpose of a link: `join` lets its holder sign up, `own` lets one who has signed up change that. */
type SignUpLinkKind = "join" | "own";

/** The contents of a token. */
export interface SignUpLink {
  readonly kind: SignUpLinkKind;
  readonly objectId: ObjectId;
  /** of the link in the event, or of the person who signed up */
  readonly id: string;
}

const LETTERS = { join: "j", own: "o" } as const;

/**
 * The secret part of a link: its purpose, its contents, and a signature of both. It is valid as long as the event has
 * what it names.
 */
export async function signUpToken(app: App, { kind, objectId, id }: SignUpLink): Promise<string> {
  const said = `${LETTERS[kind]}.${objectId}.${id}`;
  return `${said}.${signatureOf(await signingKey(app, KEY), `sign-up ${said}`)}`;
}

/** @returns undefined for a forged token */
export async function readSignUpToken(app: App, token: string): Promise<SignUpLink | undefined> {
  const match = /^(([jo])\.([\w-]{1,64})\.([\w-]{1,64}))\.([\w-]{43})$/.exec(token);
  const [, said = "", letter, objectId = "", id = "", given = ""] = match ?? [];
  const signature = signatureOf(await signingKey(app, KEY), `sign-up ${said}`);
  if (!match || !isSameSignature(signature, given)) return undefined;
  return { kind: letter === "j" ? "join" : "own", objectId: objectId as ObjectId, id };
}
