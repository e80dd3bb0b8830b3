import { expect, it } from "vitest";
import { answersWith } from "./answers-with.ts";

const files = ["/", "/assets/app-1.js", "/favicon.svg"];
const asked = (path: string, mode = "navigate", method = "GET") => answersWith({ path, mode, method }, files);

it("gives the app at every address that a person opens", () => {
  for (const path of [
    "/",
    "/week/2026-W48",
    "/event/x.y",
    "/settings/devices",
    "/cards",
    "/people",
    "/davos",
  ])
    expect(asked(path), path).toBe("/");
});

it("gives the files of the build, and looks for those of the previous one", () => {
  expect(asked("/assets/app-1.js", "cors")).toBe("/assets/app-1.js");
  expect(asked("/favicon.svg", "no-cors")).toBe("/favicon.svg");
  expect(asked("/assets/app-0.js", "cors")).toBe("/assets/app-0.js");
});

it("never answers for the server", () => {
  const paths = [
    "/jmap",
    "/jmap/api",
    "/jmap/session",
    "/jmap/eventsource/",
    "/jmap/download/a/b/c.ics",
    "/dav/calendars/elin/",
    "/auth/session",
    "/.well-known/caldav",
    "/healthz",
    "/feed/token.ics",
    "/c/token",
    "/rsvp/token",
    "/scim/v2/Users",
    "/signup/token",
    "/door/token",
  ];
  for (const path of paths)
    for (const mode of ["navigate", "cors", "same-origin"]) expect(asked(path, mode), path).toBeUndefined();
  expect(asked("/", "navigate", "POST")).toBeUndefined();
  expect(asked("/unknown.json", "cors")).toBeUndefined();
});
