/** The subject of a recognised piece of the text. */
type WordKind = "when" | "who" | "where" | "what";

/** A recognised piece of the text: offsets in UTF-16 units, the end exclusive. */
export interface RecognisedWord {
  readonly from: number;
  readonly to: number;
  readonly kind: WordKind;
}

export type Groups = Readonly<Record<string, string | undefined>>;

/** Replaces a recognised piece: neither letter, digit nor blank. */
const TAKEN = "\uFFFC";

/** The text with its recognised parts struck out, so that nothing is read twice. */
export class TypedText {
  readonly #recognised: RecognisedWord[] = [];
  #rest: string;

  constructor(text: string) {
    this.#rest = text.replaceAll(TAKEN, " ");
  }

  get recognised(): readonly RecognisedWord[] {
    return this.#recognised.toSorted((a, b) => a.from - b.from);
  }

  /** The unrecognised rest, with one blank for each recognised piece. */
  get rest(): string {
    return this.#rest.replaceAll(new RegExp(`${TAKEN}+`, "g"), " ");
  }

  /**
   * Finds a phrase and strikes it out.
   * @param read its meaning; undefined rejects the match, and the text stays
   * @param isAnchored requires a recognised piece next to it, or the end of the text
   */
  take<T>(
    pattern: RegExp,
    kind: WordKind,
    read: (groups: Groups) => T | undefined,
    isAnchored = false,
  ): T | undefined {
    const match = pattern.exec(this.#rest);
    if (!match || (isAnchored && !this.#isAnchored(match.index, match.index + match[0].length)))
      return undefined;
    const meaning = read(match.groups ?? {});
    if (meaning === undefined) return undefined;
    const [from, to] = [match.index, match.index + match[0].length];
    this.#recognised.push({ from, to, kind });
    this.#rest = this.#rest.slice(0, from) + TAKEN.repeat(to - from) + this.#rest.slice(to);
    return meaning;
  }

  #isAnchored(from: number, to: number): boolean {
    const [before, after] = [this.#rest.slice(0, from).trimEnd(), this.#rest.slice(to).trimStart()];
    return after === "" || after.startsWith(TAKEN) || before.endsWith(TAKEN);
  }
}
