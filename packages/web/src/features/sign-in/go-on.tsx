import { useEffect } from "react";
import { Redirect } from "wouter";
import { fetchSession } from "../../api/auth-client.ts";
import { below } from "../../api/place.ts";
import { enterSession } from "../../store/session.ts";

/** A booking page, one of its types, or one of its times. */
const BOOKING_PAGE = /^\/b(?:\/[\w-]+){1,3}(?:\?[\x21-\x7e]*)?$/;

/**
 * Leads whoever is signed in back to the booking page that has sent them here (`to` in the page's query), and others to their calendar. The
 * server is asked first: what this browser remembers may be over, and then the form for signing in follows.
 */
export function GoOn() {
  const to = new URLSearchParams(location.search).get("to") ?? "";
  const isKnown = BOOKING_PAGE.test(to);
  useEffect(() => {
    if (!isKnown) return;
    void fetchSession().then((answer) => {
      if (answer.ok && !answer.value.account) enterSession(answer.value);
      else location.replace(below(to));
    });
  }, [isKnown, to]);
  return isKnown ? null : <Redirect to="/" replace />;
}
