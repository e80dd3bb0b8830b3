const ENTITIES: Readonly<Record<string, string>> = {
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
  "&apos;": "'",
  "&nbsp;": " ",
  "&amp;": "&",
};

/** Closing tags and line breaks that end a line. */
const BREAK = /^<(?:br|\/p|\/div|\/li|\/h[1-6]|\/tr)\b/i;

/** The text between the tags, in one pass: an unclosed tag, as in `<<<<`, is text. */
function withoutTags(html: string): string {
  const parts: string[] = [];
  let at = 0;
  for (let open = html.indexOf("<"); open >= 0; open = html.indexOf("<", at)) {
    const close = html.indexOf(">", open);
    if (close < 0) break;
    parts.push(html.slice(at, open), BREAK.test(html.slice(open, open + 8)) ? "\n" : "");
    at = close + 1;
  }
  return [...parts, html.slice(at)].join("");
}

/** Rich text as plain text, for clients that show nothing else: tags removed, common entities decoded. */
export function plainText(rich: string, contentType: string): string {
  if (!contentType.toLowerCase().startsWith("text/html")) return rich;
  const text = withoutTags(rich).replace(
    /&(?:lt|gt|quot|#39|apos|nbsp|amp);/g,
    (name) => ENTITIES[name] ?? name,
  );
  return text
    .split("\n")
    .map((line) => line.trim())
    .join("\n")
    .trim();
}
