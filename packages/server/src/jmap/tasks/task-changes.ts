import { eventChanges } from "../../app/objects/seen-changes.ts";
import { changesMethod } from "../standard/changes.ts";
import { TASKS } from "../wire/capabilities.ts";

/** Task/changes (JMAP Tasks). Ids of single occurrences are never among them. */
export const taskChanges = changesMethod(TASKS, ({ app, actor }, account, since, limit, within) =>
  eventChanges(app, actor, account.id, since, limit, "Task", within),
);
