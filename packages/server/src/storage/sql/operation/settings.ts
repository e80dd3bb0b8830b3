import type { SettingReads, SettingWrites } from "../../port/settings.ts";
import type { Scope } from "../scope.ts";

export function settings(scope: Scope): SettingReads & SettingWrites {
  return {
    get: (key) => get(scope, key),
    keep: (key, value) => keep(scope, key, value),
    replace: (key, value) => replace(scope, key, value),
    remove: (key, value) => remove(scope, key, value),
  };
}

async function get(scope: Scope, key: string): Promise<string | undefined> {
  const row = await scope.row(scope.query.selectFrom("setting").select("value").where("key", "=", key));
  return row?.value;
}

/** PostgreSQL's insertion waits for an uncommitted writer; the next statement sees what it wrote. */
async function keep(scope: Scope, key: string, value: string): Promise<string> {
  await scope.run(
    scope.query
      .insertInto("setting")
      .values({ key, value })
      .onConflict((conflict) => conflict.column("key").doNothing()),
  );
  return (await get(scope, key)) ?? value;
}

async function replace(scope: Scope, key: string, value: string): Promise<void> {
  const query = scope.query.insertInto("setting").values({ key, value });
  await scope.run(query.onConflict((conflict) => conflict.column("key").doUpdateSet({ value })));
}

async function remove(scope: Scope, key: string, value: string): Promise<boolean> {
  const gone = scope.query.deleteFrom("setting").where("key", "=", key).where("value", "=", value);
  return (await scope.run(gone)) > 0;
}
