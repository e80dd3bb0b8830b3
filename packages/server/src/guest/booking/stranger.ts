import { wordsFor } from "@snart/calendar/booking-page/event-type.ts";
import { nodeMessages } from "@snart/locales/messages-node.ts";
import { principalById } from "../../app/accounts/find-principal.ts";
import type { Actor } from "../../app/actor.ts";
import type { App } from "../../app/app.ts";
import type { FoundPage } from "../../app/booking-pages/find-page.ts";
import { escapeHtml } from "../../app/outbox/mail-body.ts";
import { guestPage } from "../guest-page.ts";
import { addressWith, type Asked, type SignedInGuest } from "./asked.ts";

/** Who books by their account: as it says of them; undefined: nobody is signed in. */
export async function signedInGuest(app: App, actor: Actor | undefined): Promise<SignedInGuest | undefined> {
  const person = actor && (await principalById(app, actor, actor.principalId));
  if (!person?.ok || person.value.email === null) return undefined;
  const { displayName, email } = person.value;
  return { name: displayName || email, mail: email };
}

/** Characters of what was asked for that comes along; a provider's page leads back to so many. */
const LONGEST_QUERY = 500;

/** What does not go along from a form that was sent: what only its former page is known by. */
const LEFT = new Set(["once", "website", "do", "name", "mail"]);

/**
 * What somebody who is not signed in sees of a page that asks for an account: what it is for, no times, and how to sign in and come back.
 * @param head HTML, escaped
 * @param fields of a form that was sent; what was written in it is kept
 */
export function strangerPage(
  request: Request,
  { page }: FoundPage,
  asked: Asked,
  head: string,
  fields?: URLSearchParams,
): Response {
  const words = nodeMessages(asked.language);
  const { pathname, search } = new URL(request.url);
  const here = fields
    ? addressWith(pathname, asked)
    : pathname + (search.length > LONGEST_QUERY ? "" : search);
  const said = fields
    ? `<p class="wrong" role="alert">${escapeHtml(words("bookingPage.signInFirst"))}</p>`
    : `<p>${escapeHtml(words("bookingPage.accountNeeded"))}</p>`;
  // In a frame of another site nobody is signed in, so this leads out of it.
  const target = fields ? "_blank" : "_top";
  const href = `/signin?to=${encodeURIComponent(here)}`;
  const parts = [
    head,
    said,
    `<p><a class="act primary" target="${target}" href="${escapeHtml(href)}">${escapeHtml(words("bookingPage.signIn"))}</a></p>`,
    fields ? keptForm(pathname, fields, words("bookingPage.goOn")) : "",
  ];
  return guestPage(wordsFor(page.title, asked.language), parts.join("\n"), asked, fields ? 403 : 200);
}

function keptForm(path: string, fields: URLSearchParams, label: string): string {
  const hidden = [...fields]
    .filter(([name]) => !LEFT.has(name))
    .map(([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`);
  return `<form method="post" action="${escapeHtml(path)}">${hidden.join("")}<input type="hidden" name="once" value=""><button class="wide" name="do" value="look">${escapeHtml(label)}</button></form>`;
}
