import type { App } from "../app.ts";
import { inTurn } from "./in-turn.ts";

const rooms = new WeakMap<App, Map<string, number>>();

/**
 * Runs a task after earlier ones of the same address. @returns undefined if `signInsWaiting` wait already: then it is
 * not run
 */
export async function waitingRoom<T>(
  app: App,
  address: string,
  task: () => Promise<T>,
): Promise<T | undefined> {
  const room = rooms.get(app) ?? new Map<string, number>();
  rooms.set(app, room);
  const waiting = room.get(address) ?? 0;
  if (waiting >= app.limits.signInsWaiting) return undefined;
  room.set(address, waiting + 1);
  try {
    return await inTurn(app, address, task);
  } finally {
    const left = (room.get(address) ?? 1) - 1;
    if (left > 0) room.set(address, left);
    else room.delete(address);
  }
}
