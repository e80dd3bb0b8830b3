import type { Preferences } from "@snart/calendar/jmap/profile.ts";
import { ok } from "@snart/calendar/result.ts";
import { ownPath } from "../place.ts";
import type { Asked } from "../problem.ts";
import { request } from "../request.ts";

interface Journey {
  readonly providerId: string;
  /** to come in, to let the provider open one's account too, or to prove that one is still who one is */
  readonly errand: "sign-in" | "link" | "prove";
  /** of a new account */
  readonly language: NonNullable<Preferences["language"]>;
  /** likewise; IANA name */
  readonly timeZone: string;
  /** what the page is opened with again; by default what it has now, without a former refusal */
  readonly query?: string;
  /** the window that leaves; by default this one */
  readonly leaves?: Window;
}

/** The query of this page without what a provider has said before. */
function ownQuery(): string {
  const query = new URLSearchParams(location.search);
  query.delete("refused");
  return query.size === 0 ? "" : `?${query}`;
}

/** Leaves for a provider, which sends the browser back to this page: signed in, or with `refused` and a code in its query. */
export async function goToProvider({
  providerId,
  query = ownQuery(),
  leaves = window,
  ...about
}: Journey): Asked<unknown> {
  const body = { ...about, returnTo: ownPath() + query };
  const begun = await request(`/auth/oidc/${encodeURIComponent(providerId)}/begin`, { method: "POST", body });
  if (!begun.ok) return begun;
  leaves.location.assign((begun.value as { readonly url: string }).url);
  return ok(undefined);
}
