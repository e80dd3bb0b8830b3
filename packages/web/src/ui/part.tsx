"use no memo"; // The compiler would lift what is made in a function out of its reach.
import {
  lazy,
  Suspense,
  useLayoutEffect,
  useState,
  useSyncExternalStore,
  type ComponentType,
  type FunctionComponent,
} from "react";
import { loadAllWords } from "../i18n/load-messages.ts";
import { holdKeys } from "./held-input.ts";

const AGAIN_MS = 5_000;

const withWords =
  <M,>(load: () => Promise<M>) =>
  async (): Promise<M> =>
    (await Promise.all([load(), loadAllWords()]))[0];

/** Code that comes later. */
class Later<M> {
  here: M | undefined;
  readonly #load: () => Promise<M>;
  readonly #listeners = new Set<() => void>();

  constructor(load: () => Promise<M>) {
    this.#load = load;
  }

  readonly fetch = async (): Promise<M> => {
    const here = (this.here = await this.#load());
    for (const listener of this.#listeners) listener();
    return here;
  };

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}

/** What is fetched at once when the first page has been drawn; null from then on. */
let acting: (() => Promise<unknown>)[] | null = [];

/** Over and over while it cannot be fetched, because nobody has asked for it whom a failure could be told. */
async function fetchSoon(load: () => Promise<unknown>): Promise<void> {
  for (;;) {
    try {
      return void (await load());
    } catch {
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    }
  }
}

function isActing<M>(later: Later<M>): Later<M> {
  if (acting) acting.push(later.fetch);
  else void fetchSoon(later.fetch);
  return later;
}

/** Fetches all that acts, as soon as the browser has nothing else to do: called when the first page has been drawn. */
export function fetchActing(): void {
  const whenIdle = globalThis.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 200));
  whenIdle(() => {
    const waiting = acting ?? [];
    acting = null;
    void fetchSoon(() => Promise.all(waiting.map((load) => load())));
  });
}

/** A part of the app that is fetched when it is drawn, or before. */
interface Part<P extends object> {
  readonly Component: FunctionComponent<P>;
  /** draws nothing until something else has had it fetched */
  readonly Soon: FunctionComponent<P>;
  /** fetches it, so that it is drawn without a wait */
  readonly fetch: () => Promise<unknown>;
}

/** What is pressed while something that was asked for is on its way is meant for it. */
function OnItsWay() {
  useLayoutEffect(() => holdKeys(), []);
  return null;
}

/**
 * Unlike React's own `lazy`, one that is here already is drawn at once: `lazy` always begins with the fallback, and React
 * lets what takes the place of a fallback be seen no sooner than 300 ms after that.
 */
function partOf<P extends object>(later: Later<ComponentType<P>>): Part<P> {
  const Fetched: ComponentType<P> = lazy(async () => ({ default: await later.fetch() }));
  const Component = (props: P) => {
    const [Shown] = useState<ComponentType<P>>(() => later.here ?? Fetched);
    return (
      <Suspense fallback={<OnItsWay />}>
        <Shown {...props} />
      </Suspense>
    );
  };
  const Soon = (props: P) =>
    useSyncExternalStore(later.subscribe, () => later.here !== undefined) ? <Component {...props} /> : null;
  return { Component, Soon, fetch: later.fetch };
}

/** What draws a page that may be the first: it says only words of the first page (build/first-page-words.ts). */
export const firstPage = <P extends object>(load: () => Promise<ComponentType<P>>): Part<P> =>
  partOf(new Later(load));

/** A page of its own: fetched when somebody goes there. */
export const page = <P extends object>(load: () => Promise<ComponentType<P>>): Part<P> =>
  partOf(new Later(withWords(load)));

/** A part of what acts: all of it is one file (build/first-page-plugin.ts), fetched as soon as the first page has been drawn. */
export const part = <P extends object>(load: () => Promise<ComponentType<P>>): Part<P> =>
  partOf(isActing(new Later(withWords(load))));

/**
 * Code of what acts that draws nothing.
 * @returns what does something with it: at once if it is here, else as soon as it is, with what is pressed meanwhile after it;
 *   `onFailure` says that it can't be fetched
 */
export function code<M>(load: () => Promise<M>): (act: (module: M) => void, onFailure: () => void) => void {
  const later = isActing(new Later(withWords(load)));
  return (act, onFailure) => {
    if (later.here) return act(later.here);
    const release = holdKeys();
    void later.fetch().then(act, onFailure).finally(release);
  };
}
