import type { TaskRef } from "./task-ref.ts";

/** The data type of a dragged task; other programs do not know it. */
const TASK_DRAG = "application/x-snart-task";

/** The carrier of a task: a drag of the platform's own, which goes over any part of the page. */
type TaskCarrier = Pick<DataTransfer, "types" | "getData" | "setData">;

export const carryTask = (carrier: TaskCarrier, task: TaskRef): void =>
  carrier.setData(TASK_DRAG, JSON.stringify(task));

/** Whether a task is dragged; the drop alone reveals which one. */
export const carriesTask = (carrier: TaskCarrier): boolean => carrier.types.includes(TASK_DRAG);

/** The task that was dropped; undefined if it is none. */
export function carriedTask(carrier: TaskCarrier): TaskRef | undefined {
  try {
    const read: unknown = JSON.parse(carrier.getData(TASK_DRAG));
    return isRef(read) ? read : undefined;
  } catch {
    return undefined;
  }
}

const isRef = (read: unknown): read is TaskRef =>
  typeof read === "object" &&
  read !== null &&
  "entryKey" in read &&
  typeof read.entryKey === "string" &&
  "recurrenceId" in read &&
  (read.recurrenceId === null || typeof read.recurrenceId === "string");
