/** What is used of it. Its published types need those of Node, which would be taken for the browser's everywhere. */
declare module "papaparse" {
  /** @param delimitersToGuess the one that parts the cells is chosen by what the text holds */
  export function parse<Row>(
    text: string,
    options: { readonly delimitersToGuess: readonly string[]; readonly skipEmptyLines: "greedy" },
  ): { readonly data: readonly Row[] };
}
