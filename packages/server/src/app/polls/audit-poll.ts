import type { Poll } from "../../storage/records/polls.ts";
import type { Actor } from "../actor.ts";
import { recordAudit } from "../audit.ts";
import type { Noticing } from "./notice.ts";

type PollAct =
  | "poll-created"
  | "poll-changed"
  | "poll-decided"
  | "poll-reopened"
  | "poll-removed"
  | "poll-voter-removed"
  | "poll-voter-restored";

/** Writes down who did what with a poll, by its id: what it asks is nobody's but those who are asked. */
export const auditPoll = (
  { app, tx }: Noticing,
  actor: Actor,
  action: PollAct,
  { id, state }: Pick<Poll, "id" | "state">,
): Promise<void> =>
  recordAudit(app, tx, {
    actorId: actor.principalId,
    action,
    subject: id,
    detail: { login: actor.login, state },
  });
