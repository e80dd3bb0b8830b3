import { createCipheriv, createDecipheriv, createHmac, randomBytes } from "node:crypto";
import { failed, ok, type Result } from "@snart/calendar/result.ts";
import { HOUR } from "@snart/calendar/time/instant.ts";
import type { PollId } from "../../storage/records/ids.ts";
import type { PollVoter } from "../../storage/records/polls.ts";
import type { Actor } from "../actor.ts";
import type { App } from "../app.ts";
import type { Problem } from "../problems.ts";
import { signingKey } from "../signing-key.ts";
import { auditPoll } from "./audit-poll.ts";
import { asManager } from "./as-manager.ts";
import { followVoter } from "./voter-holds.ts";

const KEY = "poll-key";
/** So long can somebody be put back who was taken off. */
const UNDO = HOUR;
const NONCE = 12;
const TAG = 16;

interface Removed {
  readonly voter: PollVoter;
  readonly at: number;
}

const secretOf = async (app: App): Promise<Buffer> =>
  createHmac("sha256", await signingKey(app, KEY))
    .update("removed voter")
    .digest();

/**
 * A voter who was taken off, as a text that only this server reads: whoever decides keeps it for a while and learns nothing from it, as an
 * address is not theirs to see. Nothing of the voter stays in the database.
 */
export async function sealVoter(app: App, voter: PollVoter): Promise<string> {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv("aes-256-gcm", await secretOf(app), nonce);
  const text = JSON.stringify({ voter, at: app.now() } satisfies Removed);
  const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString("base64url");
}

async function unseal(app: App, sealed: string): Promise<Removed | undefined> {
  const bytes = Buffer.from(sealed, "base64url");
  if (bytes.length <= NONCE + TAG) return undefined;
  try {
    const decipher = createDecipheriv("aes-256-gcm", await secretOf(app), bytes.subarray(0, NONCE));
    decipher.setAuthTag(bytes.subarray(NONCE, NONCE + TAG));
    const text = Buffer.concat([decipher.update(bytes.subarray(NONCE + TAG)), decipher.final()]);
    return JSON.parse(text.toString("utf8")) as Removed;
  } catch {
    // It was not sealed here.
    return undefined;
  }
}

/**
 * Puts somebody back who was taken off a poll within the hour, with their answers and their link; who has been asked again meanwhile stays
 * as they are.
 * @returns `not-found` for what was not sealed here, is of another poll, or too old
 */
export async function restorePollVoter(
  app: App,
  actor: Actor,
  id: PollId,
  sealed: string,
): Promise<Result<void, Problem>> {
  const removed = await unseal(app, sealed);
  return asManager(app, actor, id, async (write, poll) => {
    const { tx, now } = write;
    const isFresh = removed?.voter.pollId === id && removed.at > now - UNDO;
    if (!removed || !isFresh) return failed({ code: "not-found" });
    const limit = app.limits.pollVoters;
    if ((await tx.pollVoters.ofPoll(id)).length >= limit)
      return failed({ code: "too-many-participants", limit });
    if ((await tx.pollVoters.insert(removed.voter)) === "duplicate") return ok(undefined);
    await auditPoll(write, actor, "poll-voter-restored", poll);
    return followVoter(write, poll, removed.voter);
  });
}
