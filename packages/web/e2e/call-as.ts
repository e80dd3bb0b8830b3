import type { Page } from "@playwright/test";

/** Calls as the person signed in on a page; the arguments of their answers. */
export const callAs = (page: Page, calls: readonly [string, Record<string, unknown>][]) =>
  page.evaluate(async (asked) => {
    const session = (await (await fetch("/jmap/session")).json()) as {
      capabilities: Record<string, unknown>;
      primaryAccounts: Record<string, string>;
    };
    const [accountId = ""] = Object.values(session.primaryAccounts);
    const answer = await fetch("/jmap/api", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({
        using: Object.keys(session.capabilities),
        methodCalls: asked.map(([name, args], at) => [name, { accountId, ...args }, String(at)]),
      }),
    });
    const { methodResponses } = (await answer.json()) as { methodResponses: [string, never][] };
    return methodResponses.map(([, args]) => args as Record<string, { id: string; email: string }[]>);
  }, calls);
