import { createHash } from "node:crypto";
import type { Language } from "@snart/locales/language.ts";
import { nodeMessages } from "@snart/locales/messages-node.ts";
import type { MessageKey } from "@snart/locales/keys.ts";
import { firstProperty } from "@snart/calendar/icalendar/component.ts";
import { textValue } from "@snart/calendar/icalendar/text.ts";
import { escapeHtml } from "../app/mail/mail-body.ts";
import { RSVP_ANSWERS, rsvpTitle } from "../app/mail/rsvp.ts";
import type { Rsvp, RsvpAnswer } from "../app/mail/rsvp.ts";
import { repeatsText } from "./invitation-words.ts";
import { whenText } from "./when-text.ts";

const STYLE = `
:root{color-scheme:light dark;--n0:light-dark(oklch(.995 .002 215),oklch(.197 .011 215));--n1:light-dark(oklch(.978 .004 215),oklch(.172 .01 215));--n4:light-dark(oklch(.902 .007 215),oklch(.298 .015 215));--n9:light-dark(oklch(.425 .018 215),oklch(.775 .012 215));--n11:light-dark(oklch(.245 .018 215),oklch(.94 .005 215));--field:light-dark(oklch(.64 .016 215),oklch(.515 .017 215));--accent:light-dark(oklch(.435 .078 186),oklch(.795 .088 182));--accent-soft:light-dark(oklch(.945 .022 186),oklch(.285 .034 190));--accent-line:light-dark(oklch(.8 .055 186),oklch(.48 .06 186));--on-accent:light-dark(oklch(.99 .004 186),oklch(.2 .03 190));--ok:light-dark(oklch(.47 .1 155),oklch(.79 .11 155));--ok-soft:light-dark(oklch(.95 .035 155),oklch(.28 .045 155))}
*{box-sizing:border-box}
body{margin:0;background:var(--n1);color:var(--n11);font:400 16px/1.5 "Instrument Sans",system-ui,sans-serif}
main{max-width:560px;margin:0 auto;padding:32px 20px 48px}
section{background:var(--n0);border:1px solid var(--n4);border-radius:10px;padding:24px}
h1{font-size:22px;line-height:1.25;margin:0 0 4px;overflow-wrap:anywhere}
p{margin:0 0 12px}
dl{display:grid;grid-template-columns:max-content 1fr;gap:6px 16px;margin:16px 0}
dt{color:var(--n9)}
dd{margin:0;overflow-wrap:anywhere;white-space:pre-line}
fieldset{border:0;padding:0;margin:20px 0 0}
legend{padding:0;font-weight:600;margin-bottom:8px}
.answers{display:flex;gap:8px;flex-wrap:wrap}
button{flex:1 1 80px;min-height:44px;font:inherit;font-weight:600;border-radius:8px;border:1px solid var(--accent-line);background:var(--accent-soft);color:var(--accent);cursor:pointer}
button[aria-pressed=true]{background:var(--accent);border-color:var(--accent);color:var(--on-accent)}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
summary{cursor:pointer;color:var(--accent)}
details{margin-top:16px}
textarea{width:100%;margin-top:8px;min-height:72px;font:inherit;color:inherit;background:var(--n0);border:1px solid var(--field);border-radius:8px;padding:8px 10px}
.quiet{color:var(--n9)}
form+p{margin:12px 0 0}
.saved{background:var(--ok-soft);color:var(--ok);border-radius:8px;padding:8px 12px}
footer{margin-top:16px;display:flex;justify-content:space-between;gap:16px}
a{color:var(--accent)}
@media (max-width:420px){dl{grid-template-columns:1fr;gap:0}dd{margin-bottom:8px}}
`;

/** What the page may load: nothing but this style; where its form may go: back here. */
const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'`,
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join("; ");

export interface RsvpPageOptions {
  readonly language: Language;
  /** where the same page is in the other language */
  readonly otherUrl: string;
  /** the answer that the link in the mail was for: it is to be confirmed here */
  readonly wanted?: RsvpAnswer | undefined;
  /** it has just been answered */
  readonly isSaved?: boolean;
}

/** The page that a guest without an account answers on; works without scripts. */
export function rsvpPage(rsvp: Rsvp, options: RsvpPageOptions): Response {
  const words = nodeMessages(options.language);
  const title = rsvpTitle(rsvp) || words("mail.untitled");
  const said = words("rsvp.answered", { answer: rsvp.answered });
  const parts = [
    `<h1>${escapeHtml(title)}</h1>`,
    `<p>${escapeHtml(words("rsvp.from", { name: rsvp.organizerName }))}</p>`,
    options.isSaved
      ? `<p class="saved" role="status">${escapeHtml(said)} ${escapeHtml(words("rsvp.saved", { name: rsvp.organizerName }))}</p>`
      : "",
    facts(rsvp, options.language),
    rsvp.isCancelled
      ? `<p role="status">${escapeHtml(words("rsvp.cancelled"))}</p>`
      : form(rsvp, options, said),
  ];
  return page(words("rsvp.pageTitle", { title }), parts.join("\n"), options, 200);
}

/** The page for a link that leads nowhere, whyever: it does not say whether there is anything. */
export const rsvpProblemPage = (
  options: RsvpPageOptions,
  title: MessageKey,
  body: MessageKey,
  status: 404 | 413 | 429,
): Response => {
  const words = nodeMessages(options.language);
  const said = `<h1>${escapeHtml(words(title))}</h1>\n<p>${escapeHtml(words(body))}</p>`;
  return page(words(title), said, options, status);
};

function facts({ object, asked }: Rsvp, language: Language): string {
  const words = nodeMessages(language);
  const [first] = asked;
  if (!first) return "";
  const isSingle = firstProperty(first, "RECURRENCE-ID") !== undefined;
  const shown = asked.slice(0, MOST_DATES).map((component) => whenText(object, component, language));
  const rows: readonly (readonly [MessageKey, string | undefined])[] = [
    [isSingle && asked.length > 1 ? "mail.dates" : "mail.when", shown.join("\n")],
    ["mail.repeats", repeatsText(object, first, language)],
    ["mail.where", textValue(first, "LOCATION")?.trim() || undefined],
    ["mail.notes", textValue(first, "DESCRIPTION")?.trim().slice(0, LONGEST_NOTES) || undefined],
  ];
  const lines = rows.flatMap(([key, value]) =>
    value === undefined ? [] : [`<dt>${escapeHtml(words(key))}</dt><dd>${escapeHtml(value)}</dd>`],
  );
  return `<dl>${lines.join("")}</dl>`;
}

const MOST_DATES = 20;
const LONGEST_NOTES = 4_000;

const LABELS = { accepted: "mail.yes", tentative: "mail.maybe", declined: "mail.no" } as const;

function form(rsvp: Rsvp, { language, wanted, isSaved }: RsvpPageOptions, said: string): string {
  const words = nodeMessages(language);
  const chosen = isSaved ? rsvp.answered : (wanted ?? rsvp.answered);
  const buttons = RSVP_ANSWERS.map(
    (answer) =>
      `<button type="submit" name="answer" value="${answer}" aria-pressed="${answer === chosen}">${escapeHtml(words(LABELS[answer]))}</button>`,
  );
  const isOpen = !isSaved && wanted !== undefined && wanted !== rsvp.answered;
  const prompt = isOpen ? words("rsvp.confirm", { label: words(LABELS[wanted]) }) : words("rsvp.going");
  const note = escapeHtml(words("rsvp.note", { name: rsvp.organizerName }));
  const hint = isSaved ? words("rsvp.change") : said;
  return `<form method="post"><input type="hidden" name="lang" value="${language}">
<details><summary>${note}</summary><textarea name="note" maxlength="1000" aria-label="${note}"></textarea></details>
<fieldset><legend>${escapeHtml(prompt)}</legend><div class="answers">${buttons.join("")}</div></fieldset>
</form>
<p class="quiet">${escapeHtml(hint)}</p>`;
}

function page(
  title: string,
  body: string,
  { language, otherUrl }: RsvpPageOptions,
  status: number,
): Response {
  const words = nodeMessages(language);
  const other: Language = language === "sv" ? "en-GB" : "sv";
  const html = `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title><style>${STYLE}</style></head>
<body><main><section>
${body}
</section><footer class="quiet"><span>Snart</span><a lang="${other}" hreflang="${other}" href="${escapeHtml(otherUrl)}">${escapeHtml(words("rsvp.otherLanguage"))}</a></footer></main></body></html>
`;
  return new Response(html, {
    status,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-language": language,
      "content-security-policy": POLICY,
      "cache-control": "no-store",
    },
  });
}
