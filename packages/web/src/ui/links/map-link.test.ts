import { expect, it } from "vitest";
import { mapLink, mapsOf } from "./map-link.ts";

it("opens the device's own maps app", () => {
  expect(mapsOf("Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X)")).toBe("apple");
  expect(mapsOf("Mozilla/5.0 (Linux; Android 16; Pixel)")).toBe("android");
  expect(mapsOf("Mozilla/5.0 (X11; Linux x86_64)")).toBe("web");
});

it("looks a place up by its name, or by its coordinates", () => {
  expect(mapLink("Kajgatan 4 & 5", undefined, "web")).toBe(
    "https://www.openstreetmap.org/search?query=Kajgatan%204%20%26%205",
  );
  expect(mapLink("Loftet", "geo:57.7,11.9", "web")).toBe(
    "https://www.openstreetmap.org/?mlat=57.7&mlon=11.9#map=17/57.7/11.9",
  );
  expect(mapLink("Loftet", undefined, "apple")).toBe("https://maps.apple.com/?q=Loftet");
  expect(mapLink("Loftet", "geo:57.7,-11.9;u=5", "apple")).toBe(
    "https://maps.apple.com/?q=Loftet&ll=57.7,-11.9",
  );
  expect(mapLink("Loftet", undefined, "android")).toBe("geo:0,0?q=Loftet");
  expect(mapLink("Loftet", "geo:57.7,11.9", "android")).toBe("geo:57.7,11.9?q=57.7,11.9(Loftet)");
});

it("takes nothing else for coordinates", () => {
  expect(mapLink("x", "geo:1,2)&evil=javascript:", "web")).toBe(
    "https://www.openstreetmap.org/?mlat=1&mlon=2#map=17/1/2",
  );
  expect(mapLink("x", "javascript:alert(1)", "web")).toBe("https://www.openstreetmap.org/search?query=x");
});
