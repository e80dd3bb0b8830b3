import { DAY } from "@snart/calendar/time/instant.ts";
import { beforeEach, expect, it, vi } from "vitest";
import type { Actor } from "../app/actor.ts";
import { bookStart } from "../app/booking-pages/book-start.ts";
import { createBookingLink } from "../app/booking-pages/booking-links.ts";
import { guestToken } from "../app/booking-pages/tokens.ts";
import { voteByLink } from "../app/polls/vote.ts";
import { mountGuestPages } from "../guest-pages.ts";
import { guestVotes, makePoll } from "../testing/booking/make-poll.ts";
import { eventType, guestForm, MONDAY_NINE, openPage, pageFor } from "../testing/booking/open-page.ts";
import { openMailWorld, type MailWorld } from "../testing/mail-world.ts";
import { instantText } from "./booking/when.ts";
import { Hono } from "hono";
import type { HttpEnv } from "../http/http-env.ts";

let world: MailWorld;
let elin: Actor;
beforeEach(async () => {
  world = await openMailWorld();
  elin = await world.person("elin");
  return () => world.close();
});

it.each(["GET", "HEAD"])(
  "a %s of any page for guests writes nothing, whatever its address says",
  async (method) => {
    const { app } = world;
    const page = await openPage(app, elin, eventType([elin.principalId]));
    const link = await createBookingLink(app, elin, page.id, {
      name: "One",
      typeId: null,
      narrowing: {},
      uses: 1,
      until: null,
    });
    const found = await pageFor(app, page);
    const [asked] = found.types;
    if (!asked || !link.ok) throw new Error("nothing can be booked there");
    const held = await bookStart(app, found, asked, guestForm(), "192.0.2.1");
    if (!held.ok) throw new Error(held.problem.kind);
    const { token } = await guestToken(app, held.value.booking.id);
    const { poll, token: pollToken } = await makePoll(app, elin);
    const own = await voteByLink(app, pollToken, guestVotes(poll, "yyn"), "192.0.2.1");
    if (!own.ok) throw new Error(own.problem.kind);
    const server = new Hono<HttpEnv>();
    server.use(async (c, next) => {
      c.set("address", "192.0.2.1");
      await next();
      // As the server does: nobody reads it.
      if (method === "HEAD") await c.res.body?.cancel();
    });
    mountGuestPages(server, app);
    const free = instantText(MONDAY_NINE + DAY);
    const form = "name=Bo&mail=bo@example.org&length=30&once=0-x&reason=x";
    const addresses = [
      ...[
        "",
        "/talk",
        `/talk/${free}`,
        `/talk/${free}?do=book&${form}`,
        `/talk/${free}?do=fill&${form}`,
        "/talk/sent",
      ].flatMap((rest) => [
        `/b/${page.slug}${rest}`,
        `/b/${page.slug}${rest}${rest.includes("?") ? "&" : "?"}link=${link.value.token}`,
      ]),
      ...["", "/booking.ics", "?do=confirm", "?do=cancel", `?do=move&to=${free}`, `?move=yes&to=${free}`].map(
        (rest) => `/booking/${token}${rest}`,
      ),
      ...[pollToken, own.value].flatMap((each) =>
        ["", "/poll.ics", "?do=vote&name=x", "?votes=all", "?saved=1"].map((rest) => `/p/${each}${rest}`),
      ),
    ];
    const writing = vi.spyOn(app.storage, "write");
    for (const address of addresses) {
      const answer = await server.request(`https://snart.example${address}`, { method });
      await answer.text();
      expect([200, 404], address).toContain(answer.status);
      expect(writing.mock.calls, address).toEqual([]);
    }
  },
);
