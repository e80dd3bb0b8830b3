import type { ErrorEvent } from "@sentry/react";
import { describe, expect, it } from "vitest";
import { scrubEvent, scrubMessage, scrubUrl } from "./scrub.ts";

const secrets = [
  "elin@tallkotten.example",
  "Elin Sand",
  "Tandläkare Viggo",
  "hemlig-token",
  "snart_session=abc",
  "0196b1f2-7c44-7d2a-9c1e-aa11bb22cc33",
  "203.0.113.9",
];

/** An event with everything that a reporter or a careless line of code could put into it. */
const everything = {
  type: undefined,
  event_id: "e1",
  timestamp: 1,
  platform: "javascript",
  level: "error",
  release: "snart@0.1.0",
  message: `Could not move "Tandläkare Viggo" of elin@tallkotten.example`,
  user: { id: "1", email: "elin@tallkotten.example", ip_address: "203.0.113.9", username: "Elin Sand" },
  request: {
    url: "https://elin:pw@kalender.example/reset/hemlig-token?email=elin@tallkotten.example#Elin Sand",
    cookies: { snart_session: "abc" },
    headers: { Cookie: "snart_session=abc", Referer: "https://kalender.example/p/hemlig-token" },
    data: { title: "Tandläkare Viggo" },
    query_string: "token=hemlig-token",
  },
  breadcrumbs: [{ message: "click: Tandläkare Viggo", data: { url: "/p/hemlig-token" } }],
  extra: { title: "Tandläkare Viggo" },
  tags: { login: "Elin Sand" },
  contexts: {
    state: { state: { type: "redux", value: { title: "Tandläkare Viggo" } } },
    culture: { timezone: "Elin Sand" },
  },
  transaction: "/p/hemlig-token",
  server_name: "Elin Sand",
  modules: { "Elin Sand": "1" },
  exception: {
    values: [
      {
        type: "TypeError",
        value:
          "no event 0196b1f2-7c44-7d2a-9c1e-aa11bb22cc33 in 'Elin Sand' at https://kalender.example/p/hemlig-token?x=1",
        mechanism: { type: "onerror", handled: false, data: { message: "Elin Sand" } },
        stacktrace: {
          frames: [
            {
              filename: "https://kalender.example/assets/week-Bx3k.js?hemlig-token",
              function: "layOut",
              lineno: 1,
              colno: 200,
              in_app: true,
              vars: { title: "Tandläkare Viggo" },
              context_line: "Elin Sand",
            },
            { filename: "https://kalender.example/p/hemlig-token", function: "?" },
          ],
        },
      },
    ],
  },
} as unknown as ErrorEvent;

describe("a report of an error", () => {
  const scrubbed = scrubEvent(structuredClone(everything));

  it("holds nothing about anybody", () => {
    const text = JSON.stringify(scrubbed);
    for (const secret of secrets) expect(text).not.toContain(secret);
  });

  it("holds only what is needed to find the fault", () => {
    expect(scrubbed).toEqual({
      type: undefined,
      event_id: "e1",
      timestamp: 1,
      platform: "javascript",
      level: "error",
      release: "snart@0.1.0",
      message: "[kept in the browser]",
      request: { url: "https://kalender.example/reset/…" },
      exception: {
        values: [
          {
            type: "TypeError",
            value: "[kept in the browser]",
            mechanism: { type: "onerror", handled: false },
            stacktrace: {
              frames: [
                {
                  filename: "https://kalender.example/assets/week-Bx3k.js",
                  function: "layOut",
                  lineno: 1,
                  colno: 200,
                  in_app: true,
                },
                { filename: "https://kalender.example/p/…", function: "?" },
              ],
            },
          },
        ],
      },
    });
  });

  it("survives an event with next to nothing in it", () => {
    expect(scrubEvent({ type: undefined })).toEqual({ type: undefined });
    expect(scrubEvent({ type: undefined, exception: {} })).toEqual({ type: undefined });
    expect(scrubEvent({ type: undefined, exception: { values: [{}] } })).toEqual({
      type: undefined,
      exception: { values: [{}] },
    });
  });
});

describe("messages", () => {
  it.each([
    "Cannot read properties of undefined (reading 'start')",
    "t.layOut is not a function",
    "Maximum call stack size exceeded",
    "Minified React error #185; visit https://react.dev/errors/185 for the full message",
    "Failed to fetch dynamically imported module: https://k.example/assets/week-Bx3k.js",
  ])("tells what the browser says itself: %s", (text) => {
    expect(scrubMessage(text)).toBe(text);
  });

  it.each([
    `Unexpected token 'B', "BEGIN:VCAL"... is not valid JSON`,
    "Elin Sand could not be shown",
    "ring 070-123 45 67 nu",
    "Cannot read properties of undefined (reading 'Tandläkare för Viggo')",
    "Failed to fetch dynamically imported module: https://k.example/p/secret.js",
    "x is not a function\nElin",
    "a".repeat(1e6),
  ])("keeps back what may be somebody’s: %.60s", (text) => {
    expect(scrubMessage(text)).toBe("[kept in the browser]");
  });
});

describe("addresses", () => {
  it.each([
    ["https://k.example/", "https://k.example/"],
    ["https://k.example/week/2026-W48", "https://k.example/week/…"],
    ["https://k.example/settings", "https://k.example/settings"],
    ["https://k.example/elin/kalender", "https://k.example/…/…"],
    ["https://k.example/signin?next=/p/x#y", "https://k.example/signin"],
    ["blob:https://k.example/0196b1f2", "…"],
    ["javascript:alert(1)", "…"],
    ["no address", "…"],
  ])("%s", (url, expected) => {
    expect(scrubUrl(url)).toBe(expected);
  });
});
