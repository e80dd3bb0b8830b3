import type { SignInStep } from "../../storage/records/people.ts";
import type { Actor } from "../actor.ts";
import { hashOfToken } from "../sign-in/sessions.ts";

/** Names a step that somebody takes in their session, in which there is one of each kind at a time. */
export const stepOfSession = (kind: SignInStep["kind"], { proof }: Actor): string =>
  hashOfToken(`${kind} ${proof}`);
