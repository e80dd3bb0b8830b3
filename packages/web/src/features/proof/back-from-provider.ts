import { refusalOf } from "@snart/calendar/jmap/administration/identity-providers.ts";
import type { MessageKey } from "@snart/locales/keys.ts";
import { problemKey } from "@snart/locales/problem-codes.ts";
import { useEffect } from "react";
import { useMessages } from "../../i18n/messages.ts";
import { useAccount } from "../../store/session.ts";
import { IN_WINDOW, tellAndClose } from "./other-window.ts";
import { addToast } from "../../ui/overlays/toasts.ts";

/** What is said to whoever comes back from a provider, by what they went for (`back` in the page's query). */
const DONE: Readonly<Record<string, MessageKey>> = {
  link: "settings.security.identities.added",
  prove: "proof.back",
  [IN_WINDOW]: "proof.backInWindow",
};

/** Says to whoever is signed in what became of their way to a provider, which the address then forgets. */
export function BackFromProvider() {
  const t = useMessages();
  const isSignedIn = useAccount() !== null;
  useEffect(() => {
    if (!isSignedIn) return;
    const url = new URL(location.href);
    const [errand, refusal] = [
      url.searchParams.get("back") ?? "",
      refusalOf(url.searchParams.get("refused")),
    ];
    const isRefused = url.searchParams.has("refused");
    const done = !isRefused && Object.hasOwn(DONE, errand) ? DONE[errand] : undefined;
    if (!isRefused && !done) return;
    url.searchParams.delete("refused");
    url.searchParams.delete("back");
    history.replaceState(history.state, "", url);
    if (errand === IN_WINDOW) tellAndClose({ refused: isRefused ? (refusal ?? "") : null });
    if (refusal) addToast({ message: t(problemKey(refusal)), sticky: true });
    else if (done) addToast({ message: t(done) });
  }, [isSignedIn, t]);
  return null;
}
