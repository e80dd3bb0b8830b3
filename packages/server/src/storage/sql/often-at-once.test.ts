import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Storage } from "../port.ts";
import { openStorage } from "./open.ts";

// Eight writes that share a commit are told of at once, and each asks the same: whether any device wants to hear of it.

let folder: string;
let storage: Storage;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "snart-often-"));
  storage = await openStorage({ kind: "sqlite", path: join(folder, "snart.sqlite") });
});
afterEach(async () => {
  await storage.close();
  rmSync(folder, { recursive: true, force: true });
});

it("a frequent question that is asked eight times at once is answered by one look", async () => {
  let looks = 0;
  const ask = () =>
    storage.readOften(["people"], async (tx) => {
      looks += 1;
      return tx.principals.count();
    });
  expect(await Promise.all(Array.from({ length: 8 }, ask))).toEqual(Array.from({ length: 8 }, () => 0));
  expect(looks).toBe(1);
});

it("whoever asked with one that failed fails with it, and the next look is a new one", async () => {
  const fail = () => storage.readOften(["fails"], async () => Promise.reject(new Error("once")));
  const [first, second] = await Promise.allSettled([fail(), fail()]);
  expect([first?.status, second?.status]).toEqual(["rejected", "rejected"]);
  expect(await storage.readOften(["fails"], async () => "then not")).toBe("then not");
});

it("an answer that there is nothing is not kept", async () => {
  const nothing = () => storage.readOften(["nothing"], async () => undefined as string | undefined);
  expect(await Promise.all([nothing(), nothing()])).toEqual([undefined, undefined]);
  expect(await storage.readOften(["nothing"], async () => "something")).toBe("something");
});
