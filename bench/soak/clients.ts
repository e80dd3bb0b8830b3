import { setTimeout as wait } from "node:timers/promises";
import { DavClient } from "./dav-client.ts";
import { JmapClient, listen } from "./jmap-client.ts";
import type { Findings } from "./findings.ts";
import type { Ledger } from "./ledger.ts";
import type { SoakServer } from "./server.ts";
import { Wire } from "./wire.ts";

/** The most events in a calendar, so that the load stays the same to the end. */
const MOST_EVENTS = 60;

export interface World {
  readonly server: SoakServer;
  readonly ledger: Ledger;
  readonly findings: Findings;
  /** mean milliseconds between two actions of one client */
  readonly pauseMs: number;
  /** nobody writes any more */
  isOver: boolean;
  /** nobody listens any more either */
  isClosed: boolean;
}

/** The clients of one account. */
export interface Household {
  readonly login: string;
  readonly dav: readonly DavClient[];
  readonly jmap: readonly JmapClient[];
  /** the listener's own copy, updated only from what it hears */
  readonly heard: JmapClient | undefined;
  /** how often the listener heard of a change */
  pushes: number;
  /** Works until the world is over; the listener goes on until it is closed. */
  run(): Promise<void>;
  close(): void;
}

let uids = 0;
const newUid = (login: string): string => `${login}-${String(++uids)}`;
const chance = (part: number): boolean => Math.random() < part;
const oneOf = <T>(values: readonly T[]): T | undefined => values[Math.floor(Math.random() * values.length)];

/**
 * @param size the number of clients: two that synchronise by CalDAV, one that queries, one by JMAP, one that listens,
 * and round again
 */
export function household(world: World, login: string, size: number): Household {
  const wires: Wire[] = [];
  const wire = (): Wire => {
    const made = new Wire(world.server, login, world.findings);
    wires.push(made);
    return made;
  };
  const dav: DavClient[] = [];
  const jmap: JmapClient[] = [];
  const loops: (() => Promise<void>)[] = [];
  let listener: JmapClient | undefined;
  const add = (turn: () => Promise<void>): void => void loops.push(() => repeat(world, turn));
  const own: Household = {
    login,
    dav,
    jmap,
    get heard() {
      return listener;
    },
    pushes: 0,
    async run() {
      if (listener !== undefined) void followPushes(world, listener, own);
      await Promise.all(loops.map((loop) => loop()));
    },
    close: () => wires.forEach((one) => one.close()),
  };
  for (let n = 0; n < size; n++) {
    if (n % 5 < 3) {
      const client = new DavClient(wire(), world.ledger);
      dav.push(client);
      add(() => (n % 5 === 2 ? davLook(client) : davTurn(client)));
    } else {
      const client = new JmapClient(wire(), world.ledger);
      if (n % 5 === 3) {
        jmap.push(client);
        add(() => jmapTurn(client));
      } else {
        listener = client;
      }
    }
  }
  return own;
}

async function repeat(world: World, turn: () => Promise<void>): Promise<void> {
  while (!world.isOver) {
    await turn();
    await wait(world.pauseMs * (0.5 + Math.random()));
  }
}

async function davTurn(client: DavClient): Promise<void> {
  if (chance(0.6)) await client.sync(chance(0.3) ? 7 : undefined);
  const { login } = client.wire;
  const uris = [...client.copies.keys()];
  const uri = oneOf(uris);
  if (uri === undefined || (uris.length < MOST_EVENTS && chance(0.35))) await client.create(newUid(login));
  else if (chance(uris.length >= MOST_EVENTS ? 0.6 : 0.25)) await client.remove(uri);
  else await client.change(uri);
}

async function davLook(client: DavClient): Promise<void> {
  await client.look();
  if (chance(0.2)) await client.sync(undefined);
}

async function jmapTurn(client: JmapClient): Promise<void> {
  if (!(await client.open()) || !(await client.sync())) return;
  const ids = [...client.events.keys()];
  const id = oneOf(ids);
  if (chance(0.2)) await client.look();
  else if (id === undefined || (ids.length < MOST_EVENTS && chance(0.35)))
    await client.create(newUid(client.wire.login));
  else if (chance(0.25)) await client.remove(id);
  else await client.change(id);
}

async function followPushes(world: World, client: JmapClient, own: Household): Promise<void> {
  while (!world.isClosed && !((await client.open()) && (await client.sync()))) await wait(world.pauseMs);
  let [wanted, busy] = [false, false];
  const follow = async (): Promise<void> => {
    if (busy) return;
    busy = true;
    while (wanted) {
      wanted = false;
      // What could not be read is wanted again, since nobody will announce it a second time.
      if (!(await client.sync())) wanted = true;
    }
    busy = false;
  };
  await listen(
    client.wire,
    () => world.isClosed,
    () => {
      own.pushes++;
      wanted = true;
      void follow();
    },
  );
}
