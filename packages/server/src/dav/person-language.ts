import { chooseLanguage, type Language } from "@snart/locales/language.ts";
import { principalById } from "../app/accounts/find-principal.ts";
import type { Exchange } from "./exchange.ts";

/** The most languages of one header that are considered. */
const MAX_WISHES = 20;

/** The language of a requester: their own choice, else the first one of their app that we have. */
export async function personLanguage({
  app,
  actor,
  request,
}: Pick<Exchange, "app" | "actor" | "request">): Promise<Language> {
  const person = await principalById(app, actor, actor.principalId);
  const chosen = person.ok ? person.value.preferences.language : undefined;
  return chosen ?? chooseLanguage(readAcceptLanguage(request.headers.get("accept-language") ?? ""));
}

/** The languages of an Accept-Language header, best first (RFC 9110 §12.5.4). */
const readAcceptLanguage = (header: string): readonly string[] =>
  header
    .split(",", MAX_WISHES)
    .map((wish) => {
      const [tag = "", ...parameters] = wish.split(";").map((part) => part.trim());
      const weight = parameters.find((parameter) => /^q=/i.test(parameter))?.slice(2);
      return { tag, weight: weight === undefined ? 1 : Number(weight) };
    })
    .filter(({ tag, weight }) => tag !== "" && weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag);
