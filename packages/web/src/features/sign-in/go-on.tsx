import { useEffect } from "react";
import { Redirect } from "wouter";
import { fetchSession } from "../../api/auth-client.ts";
import { below } from "../../api/place.ts";
import { wayBack } from "../signed-out/screen.tsx";
import { enterSession } from "../../store/session.ts";

/**
 * Leads whoever is signed in back to the booking page that has sent them here (`to` in the page's query), and others to their calendar. The
 * server is asked first: what this browser remembers may be over, and then the form for signing in follows.
 */
export function GoOn() {
  const to = wayBack();
  useEffect(() => {
    if (to === undefined) return;
    void fetchSession().then((answer) => {
      if (answer.ok && !answer.value.account) enterSession(answer.value);
      else location.replace(below(to));
    });
  }, [to]);
  return to === undefined ? <Redirect to="/" replace /> : null;
}
