import type { RuleProblem } from "@snart/calendar/booking/read/json-reader.ts";
import { addressProblem } from "@snart/calendar/booking-page/page-address.ts";
import { PAGE_TEXT_LIMITS, wordsProblem } from "@snart/calendar/booking-page/page-texts.ts";
import type { BookingPageRecord } from "@snart/calendar/jmap/booking-page.ts";
import { spoken } from "../editor/type-record.ts";

/** What a page says of itself, besides what can be booked there. */
export type PageDraft = Pick<
  BookingPageRecord,
  | "slug"
  | "title"
  | "description"
  | "languages"
  | "isListed"
  | "requiresAccount"
  | "embedOrigins"
  | "keepDays"
  | "state"
  | "pausedUntil"
>;

export const draftOfPage = ({
  slug,
  title,
  description,
  languages,
  isListed,
  requiresAccount,
  embedOrigins,
  keepDays,
  state,
  pausedUntil,
}: BookingPageRecord): PageDraft => ({
  slug,
  title,
  description,
  languages,
  isListed,
  requiresAccount,
  embedOrigins,
  keepDays,
  state,
  pausedUntil,
});

/** Origins out of lines such as `example.org` or `https://example.org/book`: a frame goes by the origin alone. */
export const originsOf = (text: string): readonly string[] => [
  ...new Set(
    text.split(/\s+/).flatMap((line) => {
      if (line === "") return [];
      const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(line) ? line : `https://${line}`;
      return [URL.canParse(address) ? new URL(address).origin : line];
    }),
  ),
];

/** As the server has it: an origin as a browser writes it, which can stand in a header. */
function isOrigin(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url !== undefined && /^https?:$/.test(url.protocol) && url.origin === text && !/[\s;,'*]/.test(text);
}

/** An address as it is sent: what somebody writes as "Elin Sand" is `elin-sand`. */
export const slugToSend = (slug: string): string => slug.trim().toLowerCase().replace(/\s+/g, "-");

/** The draft as it is sent. */
export const pageToSend = (draft: PageDraft): PageDraft => ({
  ...draft,
  slug: slugToSend(draft.slug),
  title: spoken(draft.title),
  description: spoken(draft.description),
  // A page that is open has nothing to wait for.
  pausedUntil: draft.state === "paused" ? draft.pausedUntil : null,
});

/** Everything that is wrong with a page, by the rules of the server; `path` names the field. */
export function problemsOfPage(page: PageDraft): readonly RuleProblem[] {
  const problems: RuleProblem[] = [];
  const { title, description, origins, daysKept } = PAGE_TEXT_LIMITS;
  const fail = (code: RuleProblem["code"] | undefined, path: keyof PageDraft, limit = 0): void => {
    if (code) problems.push({ code, path, limit });
  };
  fail(addressProblem(page.slug) ? "bad-address" : undefined, "slug");
  fail(wordsProblem(page.title, title, true), "title", title);
  fail(wordsProblem(page.description, description, false), "description", description);
  fail(page.languages.length === 0 ? "empty" : undefined, "languages");
  fail(page.embedOrigins.length > origins ? "too-many" : undefined, "embedOrigins", origins);
  fail(page.embedOrigins.every(isOrigin) ? undefined : "bad-address", "embedOrigins");
  const { keepDays } = page;
  if (!Number.isInteger(keepDays)) fail("wrong-type", "keepDays");
  else if (keepDays < 1 || keepDays > daysKept) fail("out-of-range", "keepDays", keepDays < 1 ? 1 : daysKept);
  return problems;
}

/** The fields in which two pages differ, as the second has them: nothing else is sent, so that nothing else is written over. */
export function changedFields(before: PageDraft, after: PageDraft): Partial<PageDraft> {
  const keys = Object.keys(after) as (keyof PageDraft)[];
  const others = keys.filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]));
  return Object.fromEntries(others.map((key) => [key, after[key]]));
}
