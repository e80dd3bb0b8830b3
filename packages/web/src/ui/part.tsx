import { lazy, useState, type ComponentType } from "react";

/** A part of the app that is fetched when it is drawn, or before. */
export interface Part<P extends object> {
  readonly Component: ComponentType<P>;
  /** fetches it, so that it is drawn without a wait */
  readonly fetch: () => Promise<unknown>;
}

/**
 * A part that comes later. Unlike React's own `lazy`, one that is here already is drawn at once: `lazy` always begins with
 * the fallback, and React lets what takes the place of a fallback be seen no sooner than 300 ms after that.
 */
export function part<P extends object>(load: () => Promise<ComponentType<P>>): Part<P> {
  let here: ComponentType<P> | undefined;
  const fetch = async () => {
    here = await load();
    return { default: here };
  };
  const Later: ComponentType<P> = lazy(fetch);
  const Component = (props: P) => {
    "use no memo"; // The compiler would lift what is made here out of reach of `here`.
    const [Shown] = useState<ComponentType<P>>(() => here ?? Later);
    return <Shown {...props} />;
  };
  return { Component, fetch };
}
