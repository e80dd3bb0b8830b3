import { parseICalendar } from "@snart/calendar/icalendar/parse.ts";
import { DAY } from "@snart/calendar/time/instant.ts";
import { beforeEach, describe, expect, it } from "vitest";
import type { Actor } from "../../app/actor.ts";
import { finalisePoll } from "../../app/polls/finalise-poll.ts";
import { listPolls, updatePoll } from "../../app/polls/polls.ts";
import { guestVotes, HOUR, makePoll } from "../../testing/booking/make-poll.ts";
import { MONDAY_NINE } from "../../testing/booking/open-page.ts";
import { openTestApp, type TestApp } from "../../testing/test-app.ts";
import { voteByLink } from "../../app/polls/vote.ts";
import { pollPage } from "./pages.ts";

let test: TestApp;
let elin: Actor;
beforeEach(async () => {
  test = await openTestApp({ limits: { guestAnswers: 1_000 } });
  elin = await test.person("elin");
  return () => test.close();
});

/** What a browser without scripts does: asks for a page, or sends a form that it was shown. */
async function ask(path: string, form?: Record<string, string>): Promise<Response> {
  const url = new URL(path, "https://snart.example");
  const body = form && new URLSearchParams(form).toString();
  const request = new Request(url, {
    ...(body !== undefined && {
      method: "POST",
      body,
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        "content-length": String(Buffer.byteLength(body)),
      },
    }),
  });
  const [, , token = "", file] = url.pathname.split("/");
  return pollPage(test.app, request, token, file, "192.0.2.1");
}
const html = async (path: string): Promise<string> => (await ask(path)).text();
const hidden = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(
      ([, name = "", value = ""]) => [name, value],
    ),
  );
/** The names of the fields of the times, in the order of the page. */
const fields = (text: string): readonly string[] => [
  ...new Set([...text.matchAll(/name="(a-[^"]+)"/g)].map(([, name = ""]) => name)),
];
async function send(path: string, said: readonly string[], more: Record<string, string> = {}) {
  const text = await html(path);
  test.clock.advance(5_000);
  const answers = fields(text).flatMap((name, at) => (said[at] ? [[name, said[at]] as const] : []));
  return ask(path, { ...hidden(text), ...Object.fromEntries(answers), do: "vote", ...more });
}

describe("a poll without scripts", () => {
  it("shows its days with their times in the zone of the reader, and loads nothing from elsewhere", async () => {
    const { token } = await makePoll(test.app, elin, {
      title: "Fika <b>?",
      closesAt: test.app.now() + 4 * DAY,
      options: [
        { start: MONDAY_NINE },
        { start: MONDAY_NINE + DAY },
        { start: MONDAY_NINE + DAY + 3 * HOUR },
      ],
    });
    const answer = await ask(`/p/${token}?lang=sv`);
    const text = await answer.text();
    expect(text).toContain("<h1>Fika &lt;b&gt;?</h1>");
    expect(text).toContain("måndag 23 november<small>v. 48</small>");
    expect(text).toContain('aria-label="tisdag 24 november, 12:00–13:00"');
    expect(text).toContain("2 tider");
    expect(text).toContain("<i>om fyra dagar</i>");
    expect(await html(`/p/${token}?lang=en-GB&zone=America/New_York`)).toContain("03:00–04:00");
    expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(text.match(/<script[^>]*>/g)).toEqual(['<script type="module" src="/guest/poll.js">']);
    expect(answer.headers.get("content-security-policy")).not.toContain("connect-src");
    expect(text).not.toMatch(/https?:\/\/(?!www\.w3)/);
    // What one's own calendar is compared by is for the script alone, and no field of it is sent.
    expect(text).toMatch(/<details id="own-calendar" hidden[^]*<\/details>\s*<nav/);
    expect(/<details id="own-calendar"[^]*?<\/details>/.exec(text)?.[0]).not.toContain(" name=");
  });

  it("takes votes, which only their own link changes", async () => {
    const { poll, token } = await makePoll(test.app, elin);
    const done = await send(`/p/${token}?lang=sv`, ["yes", "ifNeeded"], {
      name: "Bo <i>",
      note: "Helst sent",
    });
    expect(done.status).toBe(303);
    const own = done.headers.get("location") ?? "";
    expect(own).not.toContain(token);
    const text = await html(own);
    expect(text).toContain("Dina svar är sparade.");
    expect(text).toContain("elin frågar dig, Bo &lt;i&gt;");
    expect([...text.matchAll(/value="(\w+)" checked/g)].map(([, value]) => value)).toEqual([
      "yes",
      "ifNeeded",
    ]);
    // However often a program opens the link, and whatever it says, nothing changes.
    for (const query of ["?do=vote", "?name=x", ""]) await ask(`/p/${token}${query}`);
    const again = await send(own, ["no"]);
    expect(again.status).toBe(303);
    const seen = await listPolls(test.app, elin, elin.principalId);
    const voters = seen.ok ? (seen.value[0]?.votes.voters ?? []) : [];
    expect(voters).toHaveLength(2);
    expect(Object.values(voters[1]?.answers ?? {})).toEqual(["no", "ifNeeded"]);
    expect(poll.options).toHaveLength(3);
  });

  it("keeps what was written beside what is wrong, and takes nothing from what no person can have filled in", async () => {
    const { token } = await makePoll(test.app, elin);
    const wrong = await send(`/p/${token}?lang=sv`, ["yes"], { name: "", mail: "bo" });
    expect(wrong.status).toBe(422);
    const text = await wrong.text();
    expect(text).toContain("Skriv ditt namn.");
    expect(text).toContain('value="bo" aria-invalid="true"');
    expect(text).toContain('value="yes" checked');
    expect(
      (await send(`/p/${token}`, ["yes"], { name: "Bot", website: "https://spam.example" })).status,
    ).toBe(422);
    const form = hidden(await html(`/p/${token}`));
    expect((await ask(`/p/${token}`, { ...form, name: "Quick", do: "vote" })).status).toBe(422);
    const seen = await listPolls(test.app, elin, elin.principalId);
    expect(seen.ok && seen.value[0]?.votes.voters).toHaveLength(1);
  });

  it("asks anew about a time that has moved while somebody was answering", async () => {
    const { poll, token } = await makePoll(test.app, elin);
    const text = await html(`/p/${token}?lang=sv`);
    const [first, ...others] = poll.options;
    if (!first) throw new Error("no option");
    await updatePoll(test.app, elin, poll.id, {
      options: [{ ...first, start: first.start + HOUR }, ...others],
    });
    test.clock.advance(5_000);
    const [name = ""] = fields(text);
    const done = await ask(`/p/${token}`, { ...hidden(text), [name]: "yes", name: "Bo", do: "vote" });
    const after = await html(done.headers.get("location") ?? "");
    expect(after).toContain("Tiden har ändrats sedan du svarade.");
    expect(after).not.toContain("checked>");
  });

  it("takes another time that a voter suggests, on the voter's own clock", async () => {
    const { token } = await makePoll(test.app, elin, { allowsSuggestions: true });
    const done = await send(`/p/${token}?lang=sv&zone=America/New_York`, [], {
      name: "Bo",
      suggestion: "2026-11-30T09:00",
    });
    const text = await html(done.headers.get("location") ?? "");
    expect(text).toContain("måndag 30 november, 09:00–10:00");
    expect((await send(`/p/${token}`, [], { name: "Bo", suggestion: "2020-01-01T09:00" })).status).toBe(422);
  });

  it("says what was decided, and gives it to a calendar", async () => {
    const { poll, token } = await makePoll(test.app, elin, { names: "organiserOnly" });
    await send(`/p/${token}`, ["yes"], { name: "Bo", mail: "bo@example.org" });
    expect((await ask(`/p/${token}/poll.ics`)).status).toBe(404);
    await finalisePoll(test.app, elin, poll.id, poll.options[1]?.id ?? "");
    const text = await html(`/p/${token}?lang=sv`);
    expect(text).toContain("Bestämt: måndag 23 november, 11:00–12:00");
    expect(text).toContain('<span class="badge">Bestämt</span>');
    expect(text).not.toContain("Bäst hittills");
    expect(text).not.toContain('<form method="post"');
    const file = await (await ask(`/p/${token}/poll.ics`)).text();
    expect(parseICalendar(file).ok).toBe(true);
    expect(file).not.toMatch(/bo@|ATTENDEE|ORGANIZER/);
    expect((await send(`/p/${token}`, [], { name: "Late", once: "0-late" })).status).toBe(409);
  });

  it("shows again what was sent when it has closed while somebody was answering, and keeps nothing of it", async () => {
    const { poll, token } = await makePoll(test.app, elin, { closesAt: test.app.now() + HOUR });
    const text = await html(`/p/${token}?lang=sv`);
    test.clock.advance(2 * HOUR);
    const [first = "", second = ""] = fields(text);
    const form = {
      ...hidden(text),
      [first]: "yes",
      [second]: "no",
      name: "Bo",
      note: "Helst <sent>",
      do: "vote",
    };
    const late = await ask(`/p/${token}?lang=sv`, form);
    expect(late.status).toBe(409);
    const shown = await late.text();
    expect(shown.match(/Omröstningen har stängt/g)).toHaveLength(1);
    expect(shown).toMatch(/<h2 id="sent">Det här skickade du<\/h2>.*Det sparades inte/s);
    expect(shown.match(/<li>[^<]*: <b>[^<]*<\/b><\/li>/g)).toHaveLength(2);
    expect(shown).toMatch(/<li>måndag 23 november, 09:00–10:00: <b>✓ Ja<\/b><\/li>/);
    expect(shown).toContain("<p>Helst &lt;sent&gt;</p>");
    expect(await html(`/p/${token}?lang=sv`)).not.toContain('id="sent"');
    const seen = await listPolls(test.app, elin, elin.principalId);
    expect(seen.ok && seen.value.find(({ poll: { id } }) => id === poll.id)?.votes.voters).toHaveLength(1);
  });

  it.each([["/p/none"], ["/p/forged.token"], [`/p/x.${"A".repeat(43)}`]])(
    "says of %s that there is none",
    async (path) => {
      expect((await ask(path)).status).toBe(404);
      expect((await ask(path, { do: "vote", name: "Bo" })).status).toBe(404);
    },
  );

  it("is shown also when it is asked with nonsense", async () => {
    const { token } = await makePoll(test.app, elin);
    for (const query of ["zone=Mars", "lang=xx", "saved=1", "lang=sv&lang=sv"])
      expect((await ask(`/p/${token}?${query}`)).status).toBe(200);
  });

  it("has sixty times and three hundred voters on a page that is made in less than a second", async () => {
    const options = Array.from({ length: 60 }, (_, at) => ({ start: MONDAY_NINE + at * 3 * HOUR }));
    const { poll, token } = await makePoll(test.app, elin, { options });
    await voteByLink(test.app, token, guestVotes(poll, "yin".repeat(20)), "192.0.2.1");
    await test.app.storage.write(async (tx) => {
      const [, first] = await tx.pollVoters.ofPoll(poll.id);
      if (!first) throw new Error("no voter");
      for (let n = 0; n < 298; n++) {
        const id = `voter-${n}` as typeof first.id;
        await tx.pollVoters.insert({ ...first, id, tokenHash: id, once: id, name: `Voter ${n}` });
      }
    });
    // The best of some: others may be using the machine.
    const times: number[] = [];
    for (let n = 0; n < 5; n++) {
      const begun = performance.now();
      await html(`/p/${token}`);
      times.push(performance.now() - begun);
    }
    expect(Math.min(...times)).toBeLessThan(1_000);
    // The form has the sums, and the votes of everybody stand on a page without it.
    const text = await html(`/p/${token}?lang=sv&zone=Asia/Tokyo`);
    expect(text).not.toContain("Voter 7<");
    expect(text.match(/<tfoot>.*<\/tfoot>/)?.[0].match(/<td/g)).toHaveLength(60);
    const [, all = ""] = /<a href="([^"]*)" target="_blank"[^>]*>Svar från 300 personer/.exec(text) ?? [];
    const votes = await html(all.replaceAll("&amp;", "&"));
    expect(votes).toContain("Voter 7<");
    expect(votes.match(/<td class=/g)?.length).toBeGreaterThan(17_000);
    expect(votes).not.toContain('<form method="post"');
    expect(votes).toContain(`<a href="/p/${token}?lang=sv&amp;zone=Asia%2FTokyo">Tillbaka</a>`);
  });
});
