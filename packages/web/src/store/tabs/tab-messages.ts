import type { StateChange } from "../../api/push.ts";
import { isRecord } from "../../api/read-json.ts";
import type { QueueMessage } from "../queue/queue-entry.ts";

/** The messages between tabs. All tabs run the same build: a new one reloads every tab. */
export type TabMessage =
  | { readonly about: "queue"; readonly message: QueueMessage }
  /** from the leader: the server announced new states */
  | { readonly about: "states"; readonly changed: StateChange }
  /** from the leader: the server is there and announces what changes, or could not be reached */
  | { readonly about: "status"; readonly open: boolean }
  /** to the leader: these days are looked at and should be on disk */
  | { readonly about: "days"; readonly from: number; readonly to: number };

const topics: ReadonlySet<unknown> = new Set(["queue", "states", "status", "days"]);

/** Whether something came from a tab that speaks as we do. */
export const isTabMessage = (value: unknown): value is TabMessage =>
  isRecord(value) && topics.has(value["about"]);
