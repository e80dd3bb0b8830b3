/** A piece of a mail's body. All of it is plain text: nothing is ever parsed as HTML. */
export type MailBlock =
  | { readonly kind: "heading"; readonly text: string }
  | { readonly kind: "text"; readonly text: string }
  /** labelled facts: "When", "Where" */
  | { readonly kind: "facts"; readonly rows: readonly (readonly [string, string])[] }
  /** actions, as links beside each other */
  | { readonly kind: "links"; readonly links: readonly MailLink[] }
  /** a new section: the other language, or the sender of the mail */
  | { readonly kind: "rule" };

interface MailLink {
  readonly label: string;
  readonly url: string;
}

export interface MailBody {
  readonly text: string;
  readonly html: string;
}

/**
 * The two forms of a mail: plain text, and HTML with the same contents, in colours that are legible on light and
 * dark.
 */
export function mailBody(blocks: readonly MailBlock[]): MailBody {
  const text = blocks.map(asText).join("\n\n");
  const html = blocks.map(asHtml).join("\n");
  return {
    text: `${text}\n`,
    html: `<!doctype html>\n<html><head><meta charset="utf-8"><meta name="color-scheme" content="light dark"></head><body style="${BODY}">\n${html}\n</body></html>\n`,
  };
}

function asText(block: MailBlock): string {
  switch (block.kind) {
    case "heading":
    case "text":
      return block.text;
    case "facts":
      return block.rows.map(([name, value]) => `${name}: ${value}`).join("\n");
    case "links":
      return block.links.map(({ label, url }) => `${label}: ${url}`).join("\n");
    case "rule":
      return "----";
  }
}

const BODY =
  "font-family:system-ui,sans-serif;font-size:15px;line-height:1.5;max-width:36em;margin:0;padding:16px";
const NAME = "opacity:.75;padding:2px 16px 2px 0;vertical-align:top;font-weight:normal;text-align:left";
const LINK =
  "display:inline-block;border:1px solid #8a8a8a;border-radius:6px;padding:8px 14px;margin:0 8px 8px 0";

function asHtml(block: MailBlock): string {
  switch (block.kind) {
    case "heading":
      return `<h1 style="font-size:19px;line-height:1.3;margin:0 0 12px">${lines(block.text)}</h1>`;
    case "text":
      return `<p style="margin:0 0 12px">${lines(block.text)}</p>`;
    case "facts":
      return `<table role="presentation" style="border-collapse:collapse;margin:0 0 16px">${block.rows
        .map(
          ([name, value]) =>
            `<tr><th scope="row" style="${NAME}">${lines(name)}</th><td>${lines(value)}</td></tr>`,
        )
        .join("")}</table>`;
    case "links":
      return `<p style="margin:0 0 12px">${block.links
        .map(({ label, url }) => `<a href="${escapeHtml(url)}" style="${LINK}">${escapeHtml(label)}</a>`)
        .join("")}</p>`;
    case "rule":
      return `<hr style="border:0;border-top:1px solid #c4c4c4;margin:20px 0">`;
  }
}

const lines = (text: string): string => escapeHtml(text).replaceAll("\n", "<br>");

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Escapes text for HTML, in attributes too. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (one) => ESCAPES[one] ?? one);
