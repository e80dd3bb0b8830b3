import type { MessageKey } from "@snart/locales/keys.ts";
import { nodeMessages } from "@snart/locales/messages-node.ts";
import type { App } from "../app/app.ts";
import type { Problem } from "../app/problems.ts";
import { answerAsGuest, readGuestSignUp, type GuestAnswer } from "../app/sign-up/guest-sign-up.ts";
import { guestPageOptions, guestProblemPage, readGuestForm, type GuestPageOptions } from "./guest-page.ts";
import { signUpPage, type SignUpPageOptions } from "./sign-up-page.ts";

/** The address at which people without an account sign up for an event. */
export const SIGN_UP_PATH = "/signup/:token";

/**
 * GET shows the state and changes nothing; POST answers and redirects to the reader's own page.
 * @param network the network of the request; answers are counted by it
 */
export async function signUp(app: App, request: Request, token: string, network: string): Promise<Response> {
  const url = new URL(request.url);
  const options = optionsOf(app, guestPageOptions(request, url.searchParams.get("lang"), url.pathname));
  if (request.method !== "POST") {
    const read = await readGuestSignUp(app, token);
    return read.ok ? signUpPage(read.value, options) : gone(options);
  }
  const form = await readGuestForm(request);
  const wish = form?.get("do");
  if (!form || (wish !== "join" && wish !== "leave")) return gone(options);
  const inLanguage = optionsOf(app, guestPageOptions(request, form.get("lang"), url.pathname));
  const done = await answerAsGuest(app, token, network, await answerOf(app, token, form, inLanguage));
  if (!done.ok) return refused(app, token, form, inLanguage, done.problem);
  // Reloading the page then sends nothing.
  const to = `/signup/${done.value.token}?lang=${inLanguage.language}`;
  return new Response(null, { status: 303, headers: { location: to, "cache-control": "no-store" } });
}

const optionsOf = (app: App, options: GuestPageOptions): SignUpPageOptions => ({
  ...options,
  once: app.newSecret(12),
  now: app.now(),
  mostPeople: app.limits.peoplePerSignUp,
  longestNote: app.limits.signUpNote,
});

const gone = (options: GuestPageOptions): Response =>
  guestProblemPage(options, "signUpPage.missing", "signUpPage.missingBody", 404);

/** Leaving doesn't say how many people were to come: that number stays. */
async function answerOf(
  app: App,
  token: string,
  form: URLSearchParams,
  { language }: GuestPageOptions,
): Promise<GuestAnswer> {
  const text = (name: string): string => form.get(name) ?? "";
  const once = text("once");
  if (form.get("do") === "leave") {
    const read = await readGuestSignUp(app, token);
    const mine = read.ok ? read.value.mine : null;
    const { people = 1, note = "", name = "" } = mine ?? {};
    return { isComing: false, people, note, name, mail: "", language, once };
  }
  const people = /^\s*\d{1,4}\s*$/.test(text("people")) ? Number(text("people")) : 0;
  const note = text("note").replaceAll("\r\n", "\n");
  return { isComing: true, people, note, name: text("name"), mail: text("mail").trim(), language, once };
}

async function refused(
  app: App,
  token: string,
  form: URLSearchParams,
  options: SignUpPageOptions,
  problem: Problem,
): Promise<Response> {
  if (problem.code === "too-many-attempts") {
    const tooMany = guestProblemPage(options, "signUpPage.tooMany", "signUpPage.tooManyBody", 429);
    tooMany.headers.set("retry-after", String(problem.retryAfter));
    return tooMany;
  }
  const read = await readGuestSignUp(app, token);
  if (!read.ok) return gone(options);
  const said = problemText(options, problem, read.value.organizerName);
  return said === undefined
    ? gone(options)
    : signUpPage(read.value, { ...options, problem: said, sent: form }, 422);
}

const PROBLEM_TEXTS: Readonly<Partial<Record<Problem["code"], MessageKey>>> = {
  "invalid-name": "signUpPage.wrongName",
  "invalid-email": "signUpPage.wrongMail",
  "invalid-value": "signUpPage.wrongValue",
  "sign-up-full": "signUpPage.noRoom",
  "sign-up-closed": "signUpPage.closed",
  "too-many-participants": "signUpPage.listFull",
  "object-too-large": "signUpPage.listFull",
};

/** The problem in words; undefined if any text would reveal whether the event exists. */
function problemText(
  { language, mostPeople: most }: SignUpPageOptions,
  { code }: Problem,
  name: string,
): string | undefined {
  const key = PROBLEM_TEXTS[code];
  return key && nodeMessages(language)(key, { most, name });
}
