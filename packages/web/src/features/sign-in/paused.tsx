import type { Instant } from "@snart/calendar/time/instant.ts";
import { Sentence } from "../../i18n/sentence.tsx";
import { HowSoon } from "../../ui/distance/how-soon.tsx";

/** How long nobody is let in. */
export const Paused = ({ until }: { readonly until: Instant }) => (
  <Sentence
    of="signIn.paused"
    args={{ distance: <HowSoon target={{ kind: "instant", at: until }} warm={false} /> }}
  />
);
