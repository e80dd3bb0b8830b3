import { createHash } from "node:crypto";
import { chooseLanguage, isLanguage, type Language } from "@snart/locales/language.ts";
import type { MessageKey } from "@snart/locales/keys.ts";
import { nodeMessages } from "@snart/locales/messages-node.ts";
import { escapeHtml } from "../app/outbox/mail-body.ts";

/** Copies of the app's typefaces under fixed names, which the app's build puts there. */
const TYPEFACE = "/fonts/instrument-sans.woff2";
/** the voice of distance */
const SERIF = "/fonts/newsreader-italic.woff2";

const STYLE = `
@font-face{font-family:"Instrument Sans";src:url("${TYPEFACE}") format("woff2");font-weight:400 700;font-display:swap}
@font-face{font-family:"Newsreader";src:url("${SERIF}") format("woff2");font-style:italic;font-weight:440;font-display:swap}
:root{color-scheme:light dark;--n0:light-dark(oklch(.995 .002 215),oklch(.197 .011 215));--n1:light-dark(oklch(.978 .004 215),oklch(.172 .01 215));--n4:light-dark(oklch(.902 .007 215),oklch(.298 .015 215));--n9:light-dark(oklch(.425 .018 215),oklch(.775 .012 215));--n11:light-dark(oklch(.245 .018 215),oklch(.94 .005 215));--lamp:light-dark(oklch(.815 .15 74),oklch(.835 .145 78));--field:light-dark(oklch(.64 .016 215),oklch(.515 .017 215));--accent:light-dark(oklch(.435 .078 186),oklch(.795 .088 182));--accent-soft:light-dark(oklch(.945 .022 186),oklch(.285 .034 190));--accent-line:light-dark(oklch(.8 .055 186),oklch(.48 .06 186));--on-accent:light-dark(oklch(.99 .004 186),oklch(.2 .03 190));--danger:light-dark(oklch(.5 .16 27),oklch(.78 .12 25));--danger-soft:light-dark(oklch(.955 .022 25),oklch(.29 .06 25));--ok:light-dark(oklch(.47 .1 155),oklch(.79 .11 155));--ok-soft:light-dark(oklch(.95 .035 155),oklch(.28 .045 155))}
*{box-sizing:border-box}
body{margin:0;background:var(--n0);color:var(--n11);font:400 1rem/1.5 "Instrument Sans",system-ui,sans-serif}
header{display:flex;align-items:center;justify-content:space-between;gap:16px;padding:12px 20px;border-bottom:1px solid var(--n4)}
.logo{display:flex;align-items:center;gap:9px;font-size:1.25rem;font-weight:700;letter-spacing:-.024em}
.logo svg{fill:var(--n11)}
.logo .lamp{fill:var(--lamp)}
nav{display:flex;gap:14px}
nav a,nav b{min-height:24px;font-weight:600}
nav b{border-bottom:2px solid var(--lamp)}
nav a{color:var(--n9);text-decoration:none}
nav a:hover{text-decoration:underline}
main{max-width:600px;margin:0 auto;padding:40px 20px 64px}
h1{font-size:1.5rem;line-height:1.25;margin:0 0 4px;overflow-wrap:anywhere}
p{margin:0 0 12px}
dl{display:grid;grid-template-columns:max-content 1fr;gap:6px 16px;margin:16px 0}
dt{color:var(--n9)}
i{display:block;font:italic 440 1.125rem/1.375 "Newsreader",Georgia,serif;color:var(--n9)}
dd{margin:0;overflow-wrap:anywhere;white-space:pre-line}
fieldset{border:0;padding:0;margin:20px 0 0}
legend{padding:0;font-weight:600;margin-bottom:8px}
.answers{display:flex;gap:8px;flex-wrap:wrap}
button{flex:1 1 80px;min-height:44px;font:inherit;font-weight:600;border-radius:8px;border:1px solid var(--accent-line);background:var(--accent-soft);color:var(--accent);cursor:pointer}
button[aria-pressed=true],button.primary{background:var(--accent);border-color:var(--accent);color:var(--on-accent)}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
summary{cursor:pointer;color:var(--accent)}
details{margin-top:16px}
textarea,input{width:100%;margin-top:8px;font:inherit;font-weight:400;color:inherit;background:var(--n0);border:1px solid var(--field);border-radius:8px;padding:8px 10px}
textarea{min-height:72px}
input{margin-top:4px;min-height:44px}
input[type=number]{display:block;width:96px}
label{display:block;margin-top:16px;font-weight:600}
label small{display:block;font-weight:400;font-size:.875rem;color:var(--n9)}
.wrong{background:var(--danger-soft);color:var(--danger);border-radius:8px;padding:8px 12px}
.quiet{color:var(--n9)}
form+p{margin:12px 0 0}
.saved{background:var(--ok-soft);color:var(--ok);border-radius:8px;padding:8px 12px}
a{color:var(--accent)}
@media (max-width:420px){dl{grid-template-columns:1fr;gap:0}dd{margin-bottom:8px}}
`;

const MARK = `<svg viewBox="0 0 38 34" width="19" height="17" aria-hidden="true"><rect class="lamp" x="1" width="7.6" height="34" rx="3.8"/><rect x="14.7" y="5.2" width="5" height="23.4" rx="2.5"/><rect x="24.6" y="9.4" width="4" height="15" rx="2"/><rect x="32.2" y="12.6" width="3.2" height="8.6" rx="1.6"/></svg>`;

/** Each by its own name: whoever reads the other one must find it. */
const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { "en-GB": "English", sv: "Svenska" };

/** Scripts of the pages, which the app's build puts there. */
export type GuestScript = "/guest/poll.js" | "/guest/booking.js";

/** The one that asks the server for something. The script of a poll, which reads somebody's calendar, may ask nobody. */
const ASKING: GuestScript = "/guest/booking.js";

/** The page may load nothing but its style, its typefaces and its script; its form may only post back here, and its script ask nobody else. */
const policyFor = (
  style: string,
  frameAncestors: readonly string[],
  script: GuestScript | undefined,
): string =>
  [
    "default-src 'none'",
    ...(script === undefined ? [] : ["script-src 'self'"]),
    ...(script === ASKING ? ["connect-src 'self'"] : []),
    `style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'`,
    "font-src 'self'",
    "form-action 'self'",
    `frame-ancestors ${frameAncestors.length > 0 ? frameAncestors.join(" ") : "'none'"}`,
    "base-uri 'none'",
  ].join("; ");

export interface GuestPageOptions {
  readonly language: Language;
  /** the address of the page in the other language */
  readonly otherUrl: string;
  /** more of a style, for the pages of one kind */
  readonly style?: string;
  /** the address of a script; the page works without it */
  readonly script?: GuestScript;
  /** origins whose pages may show it in a frame; absent: none */
  readonly frameAncestors?: readonly string[];
  /** languages that it can be read in; absent: all */
  readonly languages?: readonly string[];
  /** whether search engines may list it; absent: they may not */
  readonly isListed?: boolean;
}

/** An answer and a note; no form here sends more. */
const FORM_BYTES = 16_384;
const MOST_WISHES = 20;

/** The language of a page: the one asked for, else the reader's first choice that we have. */
export function guestPageOptions(request: Request, asked: string | null, path: string): GuestPageOptions {
  const wishes = (request.headers.get("accept-language") ?? "")
    .split(",", MOST_WISHES)
    .map((part) => part.split(";")[0]?.trim() ?? "");
  const language: Language = isLanguage(asked) ? asked : chooseLanguage(wishes);
  return { language, otherUrl: `${path}?lang=${language === "sv" ? "en-GB" : "sv"}` };
}

/** The fields of a page's form; undefined for other bodies and for larger ones. */
export async function readGuestForm(request: Request): Promise<URLSearchParams | undefined> {
  const type = request.headers.get("content-type") ?? "";
  const length = Number(request.headers.get("content-length") ?? FORM_BYTES + 1);
  if (!type.startsWith("application/x-www-form-urlencoded") || !(length <= FORM_BYTES)) return undefined;
  return new URLSearchParams(await request.text());
}

/**
 * A page by the server itself for people with a link; it works without scripts, and loads nothing but its typefaces and one script.
 * @param body HTML, escaped
 */
export function guestPage(
  title: string,
  body: string,
  {
    language,
    otherUrl,
    style: more = "",
    script,
    frameAncestors = [],
    languages: offered,
    isListed = false,
  }: GuestPageOptions,
  status: number,
): Response {
  const words = nodeMessages(language);
  const style = STYLE + more;
  const languages = (["en-GB", "sv"] as const)
    .filter((one) => offered === undefined || offered.includes(one))
    .map((one) =>
      one === language
        ? `<b lang="${one}">${LANGUAGE_NAMES[one]}</b>`
        : `<a lang="${one}" hreflang="${one}" href="${escapeHtml(otherUrl)}">${LANGUAGE_NAMES[one]}</a>`,
    )
    .join("");
  const html = `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">${isListed && status === 200 ? "" : '<meta name="robots" content="noindex">'}
<title>${escapeHtml(title)}</title><style>${style}</style>${script === undefined ? "" : `<script type="module" src="${script}"></script>`}</head>
<body><header><span class="logo">${MARK}snart</span><nav aria-label="${escapeHtml(words("language.label"))}">${languages}</nav></header>
<main>
${body}
</main></body></html>
`;
  return new Response(html, {
    status,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-language": language,
      "content-security-policy": policyFor(style, frameAncestors, script),
      "cache-control": "no-store",
    },
  });
}

/** The page for an invalid link, whatever the reason: it does not reveal whether anything exists. */
export function guestProblemPage(
  options: GuestPageOptions,
  title: MessageKey,
  body: MessageKey,
  status: 404 | 413 | 429,
): Response {
  const words = nodeMessages(options.language);
  const said = `<h1>${escapeHtml(words(title))}</h1>\n<p>${escapeHtml(words(body))}</p>`;
  return guestPage(words(title), said, options, status);
}

/** A label, its value, and how soon it is, which stands first. */
export type Fact = readonly [label: MessageKey, value: string | undefined, soon?: string | undefined];

/** Labelled facts as HTML; rows without a value are left out. */
export function factList(rows: readonly Fact[], language: Language): string {
  const words = nodeMessages(language);
  const lines = rows.flatMap(([key, value, soon]) =>
    value === undefined
      ? []
      : [
          `<dt>${escapeHtml(words(key))}</dt><dd>${soon === undefined ? "" : `<i>${escapeHtml(soon)}</i>`}${escapeHtml(value)}</dd>`,
        ],
  );
  return `<dl>${lines.join("")}</dl>`;
}
