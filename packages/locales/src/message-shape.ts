import { parse, type Token } from "@messageformat/parser";

/**
 * The arguments of a message in an order-free form by which two languages can be compared: every argument with its
 * kind, and for `select` its cases. Plural cases are left out on purpose: languages differ in them. Throws on broken
 * ICU syntax.
 */
export function messageShape(text: string): readonly string[] {
  return [...new Set(argumentsOf(parse(text)))].toSorted();
}

/** The words of a message without its syntax, for rules about the words; a 0 stands for each argument. */
export function messageWords(text: string): string {
  return wordsOf(parse(text));
}

function argumentsOf(tokens: readonly Token[]): string[] {
  return tokens.flatMap((token) => {
    if (token.type === "content" || token.type === "octothorpe") return [];
    if (token.type === "argument") return [token.arg];
    if (token.type === "function") return [`${token.arg}, ${token.key}`];
    // "the 3rd" is a plain number where a language has no ordinal endings.
    const kind = token.type === "selectordinal" ? "" : `, ${token.type}`;
    const cases =
      token.type === "select"
        ? `: ${token.cases
            .map(({ key }) => key)
            .toSorted()
            .join(" ")}`
        : "";
    return [`${token.arg}${kind}${cases}`, ...token.cases.flatMap((each) => argumentsOf(each.tokens))];
  });
}

function wordsOf(tokens: readonly Token[]): string {
  return tokens
    .map((token) => {
      if (token.type === "content") return token.value;
      return "cases" in token ? token.cases.map((each) => wordsOf(each.tokens)).join("\n") : "0";
    })
    .join("");
}
