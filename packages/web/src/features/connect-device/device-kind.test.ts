import { expect, it } from "vitest";
import { davx5Address, guessDevice } from "./device-kind.ts";

it.each([
  ["Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Safari/604.1", "profile", "iPhone"],
  ["Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Safari/605", "profile", "Mac"],
  ["Mozilla/5.0 (Linux; Android 16; Pixel) Chrome/140 Mobile", "davx5", "Android"],
  ["Mozilla/5.0 (X11; Linux x86_64) Chrome/140", "hand", "Linux"],
  ["", "hand", ""],
])("guesses of %j", (userAgent, way, name) => {
  expect(guessDevice(userAgent)).toEqual({ way, name });
});

it("opens DAVx⁵ with everything filled in, and lets no name become another server", () => {
  expect(davx5Address("https://kalender.example:8443/dav/", "elin", "k7fd-wq2m")).toBe(
    "davx5://elin:k7fd-wq2m@kalender.example:8443/dav/",
  );
  expect(davx5Address("http://192.168.1.4:8080/dav/", "a@b/å", "x")).toBe(
    "caldav://a%40b%2F%C3%A5:x@192.168.1.4:8080/dav/",
  );
});
