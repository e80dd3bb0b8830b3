import { useEffect, useState, type ComponentType } from "react";
import { afterFirstPage } from "./after-first-page.ts";
import { part } from "./part.tsx";

/** A part of the app of which nothing is seen at first: fetched and drawn once the first page has been. */
export function laterPart<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const { Component, fetch } = part(load);
  return function LaterPart(props: P) {
    const [isHere, setHere] = useState(false);
    useEffect(() => {
      let isGone = false;
      void afterFirstPage(fetch).then(() => isGone || setHere(true));
      return () => {
        isGone = true;
      };
    }, []);
    return isHere ? <Component {...props} /> : null;
  };
}
