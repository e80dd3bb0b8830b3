import { chooseLanguage, isLanguage } from "@snart/locales/language.ts";
import type { Language } from "@snart/locales/language.ts";
import type { App } from "../app/app.ts";
import { RSVP_ANSWERS, answerRsvp, readRsvp } from "../app/mail/rsvp.ts";
import { rsvpPage, rsvpProblemPage } from "./rsvp-page.ts";
import type { RsvpPageOptions } from "./rsvp-page.ts";

/** Where a guest answers without an account. */
export const RSVP_PATH = "/rsvp/:token";

/** An answer and a note; nothing that a form here sends is longer. */
const FORM_BYTES = 16_384;
const MOST_WISHES = 20;

/**
 * GET shows what is asked and changes nothing, whoever follows the link: mail filters and previews do. POST answers.
 */
export async function rsvp(app: App, request: Request, token: string): Promise<Response> {
  const url = new URL(request.url);
  const options = optionsOf(request, url.searchParams.get("lang"), url.pathname);
  if (request.method !== "POST") {
    const wanted = RSVP_ANSWERS.find((answer) => answer === url.searchParams.get("answer"));
    const read = await readRsvp(app, token);
    return read.ok ? rsvpPage(read.value, { ...options, wanted }) : gone(options);
  }
  const form = await readForm(request);
  const answer = RSVP_ANSWERS.find((one) => one === form?.get("answer"));
  if (!form || !answer) return gone(options);
  const inLanguage = optionsOf(request, form.get("lang"), url.pathname);
  const answered = await answerRsvp(app, token, answer, form.get("note") ?? "");
  if (answered.ok) return rsvpPage(answered.value, { ...inLanguage, isSaved: true });
  if (answered.problem.code !== "too-many-attempts") return gone(inLanguage);
  const tooMany = rsvpProblemPage(inLanguage, "rsvp.tooMany", "rsvp.tooManyBody", 429);
  tooMany.headers.set("retry-after", String(answered.problem.retryAfter));
  return tooMany;
}

const gone = (options: RsvpPageOptions): Response =>
  rsvpProblemPage(options, "rsvp.gone", "rsvp.goneBody", 404);

function optionsOf(request: Request, asked: string | null, path: string): RsvpPageOptions {
  const wishes = (request.headers.get("accept-language") ?? "")
    .split(",", MOST_WISHES)
    .map((part) => part.split(";")[0]?.trim() ?? "");
  const language: Language = isLanguage(asked) ? asked : chooseLanguage(wishes);
  return { language, otherUrl: `${path}?lang=${language === "sv" ? "en-GB" : "sv"}` };
}

async function readForm(request: Request): Promise<URLSearchParams | undefined> {
  const type = request.headers.get("content-type") ?? "";
  const length = Number(request.headers.get("content-length") ?? FORM_BYTES + 1);
  if (!type.startsWith("application/x-www-form-urlencoded") || !(length <= FORM_BYTES)) return undefined;
  return new URLSearchParams(await request.text());
}
