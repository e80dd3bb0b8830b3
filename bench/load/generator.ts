import { setTimeout as wait } from "node:timers/promises";
import type { DavAccount, LoadWorld } from "./dav-account.ts";
import type { Profile } from "./profile.ts";
import { logNormal } from "./texts.ts";
import type { WebSession } from "./web-session.ts";

/** One kind of thing that accounts do. */
interface Deed {
  /** seconds between two of an account, on average; 0: never */
  readonly every: number;
  readonly run: (due: number, account: DavAccount) => Promise<unknown>;
}

/** So many are under way that answers don't matter any more: the server is far beyond what it can do. */
const TOO_MANY = 2_000;
const NEIGHBOURS = 99;
const TICK_MS = 2;

/** Some guests near an organizer, as many as the profile says. */
function guestsOf({ index }: DavAccount, { guests }: Profile, accounts: readonly DavAccount[]) {
  const count = Math.max(1, Math.min(60, Math.round(logNormal(guests, guests * 0.75)), accounts.length - 1));
  const near = new Set<number>();
  for (let tries = 0; near.size < count && tries < 200; tries++)
    near.add(1 + Math.floor(Math.random() * Math.min(NEIGHBOURS, accounts.length - 1)));
  return [...near].flatMap((off) => accounts[(index + off) % accounts.length]?.seed ?? []);
}

function deedsOf(profile: Profile, world: LoadWorld, web: readonly WebSession[]): readonly Deed[] {
  const anyWeb = (): WebSession | undefined => web[Math.floor(Math.random() * web.length)];
  const deeds: readonly Deed[] = [
    { every: profile.poll, run: (due, it) => it.poll(due) },
    { every: profile.create, run: (due, it) => it.create(due) },
    { every: profile.createTask, run: (due, it) => it.createTask(due) },
    { every: profile.changeTitle, run: (due, it) => it.changeTitle(due) },
    { every: profile.changeDescription, run: (due, it) => it.changeDescription(due) },
    { every: profile.acknowledge, run: (due, it) => it.acknowledge(due) },
    { every: profile.remove, run: (due, it) => it.remove(due) },
    {
      every: profile.invite,
      run: (due, it) => it.invite(due, guestsOf(it, profile, world.accounts)),
    },
    {
      every: profile.accept,
      run: async (due) => {
        const { invitations } = world;
        const [one] = invitations.splice(Math.floor(Math.random() * invitations.length), 1);
        await one?.guest.accept(due, one.path);
      },
    },
    { every: profile.lookAt, run: (due, it) => it.lookAt(due) },
    { every: profile.refresh, run: (due, it) => it.refresh(due) },
    { every: profile.firstSync, run: (due, it) => it.firstSync(due) },
    { every: profile.openWeb, run: async (due) => anyWeb()?.open(due) },
    { every: profile.changeByWeb, run: async (due) => anyWeb()?.change(due) },
  ];
  return deeds.filter(({ every }) => every > 0);
}

const untilNext = (meanMs: number): number => -Math.log(1 - Math.random()) * meanMs;

/**
 * Lets some of the accounts do what the profile says for a time. Deeds begin when they are due, whether earlier ones have been
 * answered or not: many independent people don't wait for one another.
 * @returns whether it came to the end; false: so much was under way that it stopped before
 */
export async function generate(
  profile: Profile,
  world: LoadWorld,
  web: readonly WebSession[],
  active: number,
  ms: number,
): Promise<boolean> {
  const began = performance.now();
  const deeds = deedsOf(profile, world, web).map(({ every, run }) => ({
    mean: (every * 1_000) / active,
    run,
    next: began + untilNext((every * 1_000) / active),
  }));
  const { accounts, wire } = world;
  for (let now = began; now < began + ms; now = performance.now()) {
    for (const deed of deeds)
      for (; deed.next <= now; deed.next += untilNext(deed.mean)) {
        const account = accounts[Math.floor(Math.random() * Math.min(active, accounts.length))];
        if (account) void deed.run(deed.next, account);
      }
    if (wire.underWay > TOO_MANY) return false;
    await wait(TICK_MS);
  }
  return true;
}
