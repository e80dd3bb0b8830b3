import type { Instant } from "@snart/calendar/time/instant.ts";
import type { App } from "../../app/app.ts";
import { guestPageOptions, guestProblemPage } from "../guest-page.ts";

const WINDOW = 60_000;
/** The most networks counted; whoever has more pushes out those that were counted first. */
const MOST_NETWORKS = 50_000;

interface Count {
  views: number;
  readonly endsAt: Instant;
}
const counts = new WeakMap<App["storage"], Map<string, Count>>();

/**
 * Counts one look at the pages for booking, for a network, in minutes that begin with the first one. This process counts alone and writes
 * nothing, so that looking costs no write.
 * @returns what is answered instead of the page if it was one too many
 */
export function tooManyViews(app: App, request: Request, network: string): Response | undefined {
  const now = app.now();
  const all = counts.get(app.storage) ?? new Map<string, Count>();
  counts.set(app.storage, all);
  const known = all.get(network);
  const count = known && known.endsAt > now ? known : { views: 0, endsAt: now + WINDOW };
  if (count !== known) {
    all.delete(network);
    all.set(network, count);
    for (const [key, { endsAt }] of all) {
      if (endsAt > now && all.size <= MOST_NETWORKS) break;
      all.delete(key);
    }
  }
  if (++count.views <= app.limits.pageViews) return undefined;
  const url = new URL(request.url);
  const options = guestPageOptions(request, url.searchParams.get("lang"), url.pathname);
  const page = guestProblemPage(options, "bookingPage.tooManyViews", "bookingPage.tooManyViewsBody", 429);
  page.headers.set("retry-after", String(Math.max(1, Math.ceil((count.endsAt - now) / 1_000))));
  return page;
}
