import { below } from "./api/place.ts";
import { useEffect, useEffectEvent } from "react";
import { useMessages } from "./i18n/messages.ts";
import { addToast, closeToast } from "./ui/overlays/toasts.ts";

/** How often a page that stays open asks whether there is a new version. */
const ASK_EVERY = 60 * 60 * 1000;

/**
 * Keeps the app on this machine for the time without a network, and says when a new version of it is ready. It is not
 * put in place under someone's hands: they choose when. Draws nothing.
 */
export function NewVersion() {
  const t = useMessages();
  const offer = useEffectEvent((run: () => void): number =>
    addToast({ message: t("version.ready"), action: { label: t("version.reload"), run }, sticky: true }),
  );
  useEffect(() => {
    if (!("serviceWorker" in navigator) || !import.meta.env.PROD) return undefined;
    const ended = new AbortController();
    const begin = (): void => void follow((run) => offer(run), ended.signal).catch(() => undefined);
    // The first start is for the person; the copy can wait until nothing else is fetched.
    if (document.readyState === "complete") begin();
    else addEventListener("load", begin, { once: true, signal: ended.signal });
    return () => ended.abort();
  }, []);
  return null;
}

/** Gives the id of the toast that offers to reload. */
type Offer = (run: () => void) => number;

async function follow(offer: Offer, signal: AbortSignal): Promise<void> {
  const { serviceWorker } = navigator;
  let isUnderControl = serviceWorker.controller !== null;
  let isChosen = false;
  let toast: number | undefined;
  const offerOnce = (run: () => void): void => {
    if (toast !== undefined) closeToast(toast);
    toast = offer(() => {
      isChosen = true;
      run();
    });
  };
  const takenOver = (): void => {
    // The very first worker takes over a page of the same build; later ones are let in by one tab, and the others follow.
    if (isUnderControl && (isChosen || document.hidden)) location.reload();
    else if (isUnderControl) offerOnce(() => location.reload());
    isUnderControl = true;
  };
  serviceWorker.addEventListener("controllerchange", takenOver, { signal });
  const registration = await serviceWorker.register(below("/sw.js"), { updateViaCache: "none" });
  if (signal.aborted) return;
  const look = (): void => {
    const { waiting } = registration;
    if (waiting && serviceWorker.controller) offerOnce(() => waiting.postMessage("take over"));
  };
  look();
  const found = (): void => registration.installing?.addEventListener("statechange", look, { signal });
  registration.addEventListener("updatefound", found, { signal });
  const timer = setInterval(() => void registration.update().catch(() => undefined), ASK_EVERY);
  signal.addEventListener("abort", () => clearInterval(timer));
}
