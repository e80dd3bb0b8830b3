import type { MessageFunctions } from "@snart/locales/keys.ts";
import { expect, it } from "vitest";
import { LaterWords } from "./later-words.ts";

const words = { default: { "settings.title": () => "Settings" } as Partial<MessageFunctions> };
const thrownBy = (act: () => unknown): unknown => {
  try {
    act();
  } catch (thrown) {
    return thrown;
  }
  throw new Error("nothing was thrown");
};

it("lets React wait until it is here, and fetches once", async () => {
  let fetched = 0;
  const later = new LaterWords(() => {
    fetched++;
    return Promise.resolve(words);
  });
  expect(later.isLoaded).toBe(false);
  const waiting = thrownBy(() => later.get("settings.title"));
  expect(thrownBy(() => later.get("settings.title"))).toBe(waiting);
  await waiting;
  expect(later.get("settings.title")({})).toBe("Settings");
  expect(later.isLoaded).toBe(true);
  expect(fetched).toBe(1);
  expect(thrownBy(() => later.get("setup.title" as never))).toBeInstanceOf(Error);
});

it("tells once why it could not be fetched, then tries again", async () => {
  let fetched = 0;
  const offline = new TypeError("offline");
  const later = new LaterWords(() => (fetched++ === 0 ? Promise.reject(offline) : Promise.resolve(words)));
  await expect(thrownBy(() => later.get("settings.title"))).rejects.toBe(offline);
  expect(thrownBy(() => later.get("settings.title"))).toBe(offline);
  await thrownBy(() => later.get("settings.title"));
  expect(later.get("settings.title")({})).toBe("Settings");
});
