import { beforeEach } from "vitest";
import type { JmapClient } from "./jmap-client.ts";
import type { TestAppOptions } from "./test-app.ts";
import { openTestJmap, type TestJmap } from "./test-jmap.ts";

type World<Login extends string> = { readonly jmap: TestJmap } & { readonly [login in Login]: JmapClient };

/**
 * Gives each test of a file a JMAP server of its own, with clients of these people, and closes it afterwards. What is returned stands for
 * those of the test that is running.
 */
export function eachWithJmap<const Login extends string>(
  logins: readonly Login[],
  options?: TestAppOptions,
): World<Login> {
  const now = new Map<string, object>();
  beforeEach(async () => {
    const jmap = await openTestJmap(options);
    now.set("jmap", jmap);
    for (const login of logins) now.set(login, await jmap.client(login));
    return () => jmap.close();
  });
  const standIns = ["jmap", ...logins].map((name) => [name, standIn(() => now.get(name) ?? {})]);
  return Object.fromEntries(standIns) as World<Login>;
}

/** An object that is whatever `current` gives at the moment. */
const standIn = (current: () => object): object =>
  new Proxy(
    {},
    {
      get(_target, name) {
        const value: unknown = Reflect.get(current(), name);
        return typeof value === "function" ? (value.bind(current()) as unknown) : value;
      },
      set: (_target, name, value) => Reflect.set(current(), name, value),
    },
  );
