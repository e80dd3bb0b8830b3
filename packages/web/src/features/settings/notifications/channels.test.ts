import { expect, it } from "vitest";
import { comesBy, withChannel } from "./channels.ts";

it("follows the person's choice, and else the server's default", () => {
  expect(comesBy({}, "invitations", "push")).toBe(true);
  expect(comesBy({}, "invitations", "mail")).toBe(false);
  expect(comesBy({}, "answers", "push")).toBe(false);
  expect(comesBy({ reminders: { app: false } }, "reminders", "app")).toBe(false);
  expect(comesBy({ reminders: { app: false } }, "shares", "app")).toBe(true);
  expect(comesBy({ notices: { shares: { mail: true } } }, "shares", "mail")).toBe(true);
});

it("changes one choice and keeps the others", () => {
  const chosen = { reminders: { mail: true }, notices: { answers: { app: false }, shares: { mail: true } } };
  expect(withChannel(chosen, "answers", "mail", true)).toEqual({
    notices: { answers: { app: false, mail: true }, shares: { mail: true } },
  });
  expect(withChannel(chosen, "reminders", "app", false)).toEqual({ reminders: { mail: true, app: false } });
  expect(withChannel({}, "invitations", "push", false)).toEqual({
    notices: { invitations: { push: false } },
  });
});
