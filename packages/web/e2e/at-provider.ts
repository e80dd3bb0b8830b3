import type { Page } from "@playwright/test";
import {
  startOpenidProvider,
  type OpenidProvider,
} from "../../server/src/testing/identity/openid-provider.ts";
import { ENGLISH, expect, type RunningServer } from "./fixtures.ts";

/** A real OpenID provider at which people of a server sign in. */
export interface AtProvider {
  readonly provider: OpenidProvider;
  readonly providerId: string;
}

/** Saves a provider as an administrator, without a page. @param root the address of the server */
async function save(page: Page, root: string, password: string, provider: object): Promise<string> {
  const { request } = page;
  const data = { login: ENGLISH, password };
  expect((await request.post(`${root}/auth/sign-in`, { data })).status()).toBe(200);
  const session = (await (await request.get(`${root}/jmap/session`)).json()) as {
    primaryAccounts: Record<string, string>;
  };
  const [accountId] = Object.values(session.primaryAccounts);
  const using = ["urn:ietf:params:jmap:core", "urn:snart:jmap"];
  const methodCalls = [["IdentityProvider/save", { accountId, provider }, "0"]];
  const answer = await request.post(`${root}/jmap/api`, { data: { using, methodCalls } });
  const text = await answer.text();
  const { methodResponses } = JSON.parse(text) as { methodResponses: [[string, { id?: string }]] };
  await page.context().clearCookies();
  const [[, { id }]] = methodResponses;
  if (id === undefined) throw new Error(text);
  return id;
}

/**
 * Lets people sign in at a server by a real provider on loopback, as an administrator does it; afterwards nobody is signed in.
 * @param change options of the provider
 */
export async function openProvider(
  page: Page,
  server: RunningServer,
  change: Readonly<Record<string, unknown>> = {},
): Promise<AtProvider> {
  const provider = await startOpenidProvider();
  const { issuer } = provider;
  const root = server.url;
  const about = { name: "Björk & Sand", issuer, clientId: "snart", clientSecret: "secret", ...change };
  const providerId = await save(page, root, server.password, about);
  provider.clients.push({
    client_id: "snart",
    client_secret: "secret",
    redirect_uris: [`${root}/auth/oidc/${providerId}/callback`],
    post_logout_redirect_uris: [`${root}/`],
  });
  await provider.changeKeys();
  return { provider, providerId };
}

/** Says at the provider who one is, by keyboard alone. */
export async function signInThere(page: Page, login: string): Promise<void> {
  await expect(page.getByPlaceholder("Enter any login")).toBeFocused();
  await page.keyboard.type(login);
  await page.keyboard.press("Tab");
  await page.keyboard.type("anything");
  await page.keyboard.press("Enter");
}
