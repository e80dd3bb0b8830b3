import { useLayoutEffect, useRef, useSyncExternalStore, type ReactNode } from "react";
import { createPortal } from "react-dom";

/** The part of the frame that a page covers; without one, a page covers the window. */
const placeOfPage = (): HTMLElement =>
  document.querySelector<HTMLElement>("[data-page-place]") ?? document.body;

/** Asked again once all is in its place: a frame may just be taking that of another one. */
const never = () => () => {};

/** Shows a page in place of what is in the frame beside the sidebar, which stays as it is; the rest waits beneath. */
export function FramePage({ children }: { readonly children: ReactNode }) {
  const place = useSyncExternalStore(never, placeOfPage);
  const page = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const covered = [...place.children].filter(
      (it): it is HTMLElement =>
        it instanceof HTMLElement &&
        it !== page.current &&
        !it.inert &&
        (it.parentElement !== document.body || it.id === "root"),
    );
    const before = document.activeElement;
    for (const element of covered) element.inert = true;
    return () => {
      for (const element of covered) element.inert = false;
      // What waited has lost the focus, and gets it again.
      if (before instanceof HTMLElement && before !== document.body) before.focus();
    };
  }, [place]);
  return createPortal(<div ref={page}>{children}</div>, place);
}
