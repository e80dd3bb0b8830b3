import type { Page } from "@playwright/test";

export type Language = "en" | "sv";
export type Given = Record<string, unknown>;

/** Makes one JMAP call as the person signed in on a page. */
export function jmap(page: Page, name: string, args: object): Promise<Given> {
  return page.evaluate(
    async ([method, given]) => {
      const session = (await (await fetch("/jmap/session")).json()) as {
        capabilities: Record<string, unknown>;
        primaryAccounts: Record<string, string>;
      };
      const accountId = session.primaryAccounts["urn:ietf:params:jmap:calendars"];
      const answer = await fetch("/jmap/api", {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({
          using: Object.keys(session.capabilities),
          methodCalls: [[method, { accountId, ...(given as object) }, "0"]],
        }),
      });
      const { methodResponses } = (await answer.json()) as { methodResponses: [string, Given][] };
      const [said] = methodResponses;
      if (!said || said[0] === "error" || JSON.stringify(said[1]).includes('"notCreated":{"'))
        throw new Error(`${String(method)}: ${JSON.stringify(said)}`);
      return said[1];
    },
    [name, args] as const,
  );
}

export const recordOf = (value: unknown): Given =>
  typeof value === "object" && value !== null ? Object.fromEntries(Object.entries(value)) : {};
export const created = (given: Given): Given => recordOf(recordOf(given["created"])["new"]);
export const textOf = (value: unknown): string => (typeof value === "string" ? value : "");
export const recordsOf = (value: unknown): readonly Given[] =>
  Array.isArray(value) ? value.map(recordOf) : [];

export async function ownId(page: Page): Promise<string> {
  const answer = await page.request.get(new URL("/auth/session", page.url()).href);
  return textOf(recordOf(recordOf(await answer.json())["account"])["id"]);
}
