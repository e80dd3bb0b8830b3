import { createHash } from "node:crypto";
import type { PollId, PollVoterId } from "../../storage/records/ids.ts";
import type { App } from "../app.ts";
import { isSameSignature, signatureOf, signingKey } from "../signing-key.ts";

const KEY = "poll-key";

/** A link is to a poll, for everybody who has it, or to one voter's own votes. */
export type PollLinkKind = "poll" | "voter";

const said = (kind: PollLinkKind, id: string): string => `snart ${kind} link ${id}`;
const hash = (kind: PollLinkKind, token: string): string =>
  createHash("sha256")
    .update(`${said(kind, "")}:${token}`)
    .digest("base64url");

interface Link {
  readonly token: string;
  /** what is stored of it */
  readonly hash: string;
}

async function linkOf(app: App, kind: PollLinkKind, id: string): Promise<Link> {
  const token = `${id}.${signatureOf(await signingKey(app, KEY), said(kind, id))}`;
  return { token, hash: hash(kind, token) };
}

/** The secret of a poll's public link: its id with a signature, so that it can be shown and mailed again. Only its hash is stored. */
export const pollLink = (app: App, id: PollId): Promise<Link> => linkOf(app, "poll", id);

/** The secret of a voter's own link. */
export const voterLink = (app: App, id: PollVoterId): Promise<Link> => linkOf(app, "voter", id);

/** @returns what a link is to, and what is stored of it; undefined: it is forged */
export async function readPollToken(
  app: App,
  token: string,
): Promise<{ readonly kind: PollLinkKind; readonly hash: string } | undefined> {
  const match = /^([\w-]{1,64})\.([\w-]{43})$/.exec(token);
  if (!match) return undefined;
  const [, id = "", given = ""] = match;
  const key = await signingKey(app, KEY);
  const kind = (["poll", "voter"] as const).find((one) =>
    isSameSignature(signatureOf(key, said(one, id)), given),
  );
  return kind && { kind, hash: hash(kind, token) };
}
