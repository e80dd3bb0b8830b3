import type { Context, Hono } from "hono";
import type { App } from "./app/app.ts";
import type { Actor } from "./app/actor.ts";
import { displayOf } from "./app/displays/displays.ts";
import { actorOfSession } from "./app/sign-in/sessions.ts";
import { sessionToken } from "./auth/cookies.ts";
import { networkOf } from "./auth/network-of.ts";
import { HOST_ANSWER_PATH, hostAnswer } from "./guest/booking/host.ts";
import { OWN_BOOKING_PATHS, ownBooking } from "./guest/booking/own.ts";
import { BOOKING_PAGE_PATHS, bookingPage } from "./guest/booking/pages.ts";
import { tooManyViews } from "./guest/booking/views.ts";
import { DOOR_PATH, door } from "./guest/door.ts";
import { POLL_PATHS, pollPage } from "./guest/poll/pages.ts";
import { RSVP_PATH, rsvp } from "./guest/rsvp.ts";
import { SIGN_UP_PATH, signUp } from "./guest/sign-up.ts";
import { compressAnswer } from "./http/compress-answer.ts";
import type { HttpEnv } from "./http/http-env.ts";
import { fetchRequest } from "./http/http-request.ts";
import { problemResponse } from "./http/problem-response.ts";
import { inShare } from "./shares.ts";

/** The pages that the server draws itself, for people and screens without an account. */
export function mountGuestPages(server: Hono<HttpEnv>, app: App): void {
  server.on(["GET", "POST"], RSVP_PATH, (c) => rsvp(app, c.req.raw, c.req.param("token")));
  server.on(["GET", "POST"], SIGN_UP_PATH, (c) =>
    signUp(app, c.req.raw, c.req.param("token"), networkOf(c.get("address"))),
  );
  mountBooking(server, app);
  server.on(["GET", "POST"], DOOR_PATH, async (c) => {
    const display = await displayOf(app, c.req.param("token"));
    // A link that was taken away is as one that never was.
    if (!display) return problemResponse({ code: "not-found" });
    return inShare(app, `display ${display.id}`, () => door(app, display, c.req.raw), problemResponse);
  });
}

/** Who is signed in in the browser: an app password, which is for calendar apps, opens no page. */
async function signedIn(app: App, c: Context<HttpEnv>, address: string): Promise<Actor | undefined> {
  const token = sessionToken(c.req.header("cookie") ?? null);
  const userAgent = c.req.header("user-agent") ?? null;
  return token === undefined ? undefined : actorOfSession(app, token, { address, userAgent });
}

/**
 * Where people without an account book a time, and what they have booked. A page has its own share of the work. No page holds a secret
 * besides the one that led to it, so that its length tells nobody anything.
 */
function mountBooking(server: Hono<HttpEnv>, app: App): void {
  const mount = (
    paths: readonly string[],
    answer: (c: Context<HttpEnv>, network: string) => Promise<Response>,
    shareOf: (c: Context<HttpEnv>) => string,
  ): void => {
    server.on(["GET", "POST"], [...paths], async (c) => {
      const address = c.get("address");
      const network = networkOf(address);
      const tooMany = tooManyViews(app, c.req.raw, network);
      if (tooMany) return tooMany;
      const given = await inShare(app, shareOf(c), () => answer(c, network), problemResponse);
      return compressAnswer(fetchRequest(c.req.raw), given, address);
    });
  };
  const slugOf = (c: Context<HttpEnv>): string => c.req.param("slug") ?? "";
  const tokenOf = (c: Context<HttpEnv>): string => c.req.param("token") ?? "";
  const pageParts = (c: Context<HttpEnv>) => ({
    slug: slugOf(c),
    type: c.req.param("type"),
    time: c.req.param("time"),
  });
  mount(
    BOOKING_PAGE_PATHS,
    (c, network) => bookingPage(app, c.req.raw, pageParts(c), network, () => signedIn(app, c, network)),
    (c) => `booking page ${slugOf(c)}`,
  );
  mount(
    POLL_PATHS,
    (c, network) => pollPage(app, c.req.raw, tokenOf(c), c.req.param("file"), network),
    (c) => `poll ${tokenOf(c).slice(0, 64)}`,
  );
  mount(
    [HOST_ANSWER_PATH],
    (c) => hostAnswer(app, c.req.raw, tokenOf(c)),
    (c) => `booking ${tokenOf(c).slice(0, 64)}`,
  );
  mount(
    OWN_BOOKING_PATHS,
    (c) => ownBooking(app, c.req.raw, tokenOf(c), c.req.param("file")),
    (c) => `booking ${tokenOf(c).slice(0, 64)}`,
  );
}
