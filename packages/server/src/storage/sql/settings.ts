import type { SettingReads, SettingWrites } from "../port/settings.ts";
import type { Scope } from "./scope.ts";

export function settings(scope: Scope): SettingReads & SettingWrites {
  return {
    get: (key) => get(scope, key),
    set: (key, value) => set(scope, key, value),
    remove: (key) => remove(scope, key),
  };
}

async function get(scope: Scope, key: string): Promise<string | undefined> {
  const row = await scope.row(scope.query.selectFrom("setting").select("value").where("key", "=", key));
  return row?.value;
}

async function set(scope: Scope, key: string, value: string): Promise<void> {
  await scope.run(
    scope.query
      .insertInto("setting")
      .values({ key, value })
      .onConflict((conflict) => conflict.column("key").doUpdateSet({ value })),
  );
}

async function remove(scope: Scope, key: string): Promise<void> {
  await scope.run(scope.query.deleteFrom("setting").where("key", "=", key));
}
