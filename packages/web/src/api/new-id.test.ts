import { afterEach, expect, it, vi } from "vitest";
import { newId } from "./new-id.ts";

afterEach(() => vi.unstubAllGlobals());

it("is a UUID of version 4, also where the page came by plain http", () => {
  vi.stubGlobal("crypto", { getRandomValues: crypto.getRandomValues.bind(crypto) });
  const ids = new Set(Array.from({ length: 1000 }, newId));
  expect(ids.size).toBe(1000);
  for (const id of ids)
    expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
});
