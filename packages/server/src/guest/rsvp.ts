import type { App } from "../app/app.ts";
import { RSVP_ANSWERS, answerRsvp, readRsvp } from "../app/mail/rsvp.ts";
import { guestPageOptions, guestProblemPage, readGuestForm, type GuestPageOptions } from "./guest-page.ts";
import { rsvpPage } from "./rsvp-page.ts";

/** The address at which a guest answers without an account. */
export const RSVP_PATH = "/rsvp/:token";

/**
 * GET shows the invitation and changes nothing, whoever follows the link: mail filters and previews do. POST answers.
 */
export async function rsvp(app: App, request: Request, token: string): Promise<Response> {
  const url = new URL(request.url);
  const options = guestPageOptions(request, url.searchParams.get("lang"), url.pathname);
  if (request.method !== "POST") {
    const wanted = RSVP_ANSWERS.find((answer) => answer === url.searchParams.get("answer"));
    const read = await readRsvp(app, token);
    return read.ok ? rsvpPage(read.value, { ...options, now: app.now(), wanted }) : gone(options);
  }
  const form = await readGuestForm(request);
  const answer = RSVP_ANSWERS.find((one) => one === form?.get("answer"));
  if (!form || !answer) return gone(options);
  const inLanguage = guestPageOptions(request, form.get("lang"), url.pathname);
  const answered = await answerRsvp(app, token, answer, form.get("note") ?? "");
  if (answered.ok) return rsvpPage(answered.value, { ...inLanguage, now: app.now(), isSaved: true });
  if (answered.problem.code !== "too-many-attempts") return gone(inLanguage);
  const tooMany = guestProblemPage(inLanguage, "rsvp.tooMany", "rsvp.tooManyBody", 429);
  tooMany.headers.set("retry-after", String(answered.problem.retryAfter));
  return tooMany;
}

const gone = (options: GuestPageOptions): Response =>
  guestProblemPage(options, "rsvp.gone", "rsvp.goneBody", 404);
