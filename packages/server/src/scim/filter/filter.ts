import { ok } from "@snart/calendar/result.ts";
import { refused, type Scim } from "../problem.ts";

/** What a filter asks (RFC 7644 §3.4.2.2). */
export type Filter =
  | { readonly kind: "joined"; readonly word: "and" | "or"; readonly all: readonly Filter[] }
  | { readonly kind: "not"; readonly what: Filter }
  | { readonly kind: "present"; readonly path: AttributePath }
  | {
      readonly kind: "compare";
      readonly path: AttributePath;
      readonly operator: Operator;
      readonly value: Value;
    }
  /** some value of it fits: `emails[type eq "work"]` */
  | { readonly kind: "some"; readonly path: AttributePath; readonly fits: Filter };

/** `urn:…:User:name.givenName`, in the case in which it was written. */
export interface AttributePath {
  readonly schema: string | undefined;
  readonly name: string;
  readonly sub: string | undefined;
}

const OPERATORS = ["eq", "ne", "co", "sw", "ew", "gt", "ge", "lt", "le"] as const;
export type Operator = (typeof OPERATORS)[number];
type Value = string | number | boolean | null;

/** No directory nests deeper. */
const MOST_DEPTH = 20;
const MOST_TERMS = 200;

/** Reads a filter. @returns `invalidFilter` with the place where it cannot be read */
export function parseFilter(text: string, longest: number): Scim<Filter> {
  if (text.length > longest) return refused("invalidFilter", `A filter has at most ${longest} characters.`);
  return reading("invalidFilter", text, (reader) => {
    const filter = reader.filter();
    reader.end();
    return filter;
  });
}

/** What a change is about (RFC 7644 §3.5.2): `members[value eq "…"]`, `emails[type eq "work"].value`. */
export interface PatchPath {
  readonly path: AttributePath;
  readonly fits: Filter | undefined;
  /** The part after the brackets. */
  readonly sub: string | undefined;
}

/** Reads the path of a change. @returns `invalidPath` */
export function parsePath(text: string, longest: number): Scim<PatchPath> {
  if (text.length > longest) return refused("invalidPath", `A path has at most ${longest} characters.`);
  return reading("invalidPath", text, (reader) => reader.patchPath());
}

class Unreadable extends Error {}

function reading<T>(
  scimType: "invalidFilter" | "invalidPath",
  text: string,
  read: (reader: Reader) => T,
): Scim<T> {
  try {
    return ok(read(new Reader(text)));
  } catch (error) {
    if (error instanceof Unreadable) return refused(scimType, error.message);
    throw error;
  }
}

const SPACE = /[ \t]*/y;
// `$ref` begins with a dollar sign (RFC 7643 §2.4); a URN comes before the last colon.
const PATH = /(?:(urn:[A-Za-z0-9._:-]+):)?([A-Za-z$][A-Za-z0-9_$-]*)(?:\.([A-Za-z$][A-Za-z0-9_$-]*))?/iy;
const WORD = /[A-Za-z]+/y;
const TEXT = /"(?:[^"\\\p{Cc}]|\\.)*"/uy;
const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

/** Reads from left to right; no expression goes back further than its own beginning. */
class Reader {
  readonly #text: string;
  #at = 0;
  #depth = 0;
  #terms = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** `or` binds weaker than `and`, and `and` weaker than `not`. */
  filter(isInside = false): Filter {
    if (++this.#depth > MOST_DEPTH) throw new Unreadable("The filter is nested too deeply.");
    const all = this.#joined("or", () => this.#joined("and", () => this.#term(isInside)));
    this.#depth--;
    return all;
  }

  #joined(word: "and" | "or", next: () => Filter): Filter {
    const first = next();
    const all = [first];
    while (this.#takesWord(word)) all.push(next());
    return all.length === 1 ? first : { kind: "joined", word, all };
  }

  #term(isInside: boolean): Filter {
    if (++this.#terms > MOST_TERMS) throw new Unreadable(`A filter has at most ${MOST_TERMS} terms.`);
    const begun = this.#at;
    if (this.#takesWord("not")) {
      if (this.#takes("(")) return { kind: "not", what: this.#closed(isInside) };
      this.#at = begun;
    }
    if (this.#takes("(")) return this.#closed(isInside);
    const path = this.attributePath();
    if (this.#takes("[")) {
      if (isInside || path.sub !== undefined) throw this.#wrong("brackets in brackets");
      const fits = this.filter(true);
      this.#need("]");
      if (!this.#takes(".")) return { kind: "some", path, fits };
      // Entra ID finds people so: `emails[type eq "work"].value eq "…"`, of which the grammar of RFC 7644 knows nothing.
      const asked = this.#comparison(this.attributePath());
      return { kind: "some", path, fits: { kind: "joined", word: "and", all: [fits, asked] } };
    }
    return this.#comparison(path);
  }

  #comparison(path: AttributePath): Filter {
    const operator = this.#word().toLowerCase();
    if (operator === "pr") return { kind: "present", path };
    const known = OPERATORS.find((one) => one === operator);
    if (!known) throw this.#wrong("one of eq, ne, co, sw, ew, pr, gt, ge, lt, le is expected");
    return { kind: "compare", path, operator: known, value: this.#value() };
  }

  #closed(isInside: boolean): Filter {
    const filter = this.filter(isInside);
    this.#need(")");
    return filter;
  }

  attributePath(): AttributePath {
    const found = this.#match(PATH);
    if (!found) throw this.#wrong("the name of an attribute is expected");
    return { schema: found[1], name: found[2] ?? "", sub: found[3] };
  }

  patchPath(): PatchPath {
    // The address of a schema alone: its attributes are in the value.
    const whole = /^urn:[A-Za-z0-9._:-]+:(?:User|Group)$/i.test(this.#text);
    if (whole)
      return { path: { schema: this.#text, name: "", sub: undefined }, fits: undefined, sub: undefined };
    const path = this.attributePath();
    if (!this.#takes("[")) {
      this.end();
      return { path, fits: undefined, sub: path.sub };
    }
    if (path.sub !== undefined) throw this.#wrong("brackets after a part");
    const fits = this.filter(true);
    this.#need("]");
    const sub = this.#takes(".") ? this.attributePath() : undefined;
    if (sub && (sub.schema !== undefined || sub.sub !== undefined)) throw this.#wrong("one part is expected");
    this.end();
    return { path, fits, sub: sub?.name };
  }

  #value(): Value {
    const text = this.#match(TEXT)?.[0];
    if (text !== undefined) {
      try {
        return JSON.parse(text) as string;
      } catch {
        throw this.#wrong("the text in quotes is no JSON string");
      }
    }
    const number = this.#match(NUMBER)?.[0];
    if (number !== undefined) return Number(number);
    const word = this.#word().toLowerCase();
    if (word === "true" || word === "false") return word === "true";
    if (word === "null") return null;
    throw this.#wrong("a value is expected: a text in quotes, a number, true, false or null");
  }

  #word(): string {
    return this.#match(WORD)?.[0] ?? "";
  }

  #takesWord(word: string): boolean {
    const begun = this.#at;
    if (this.#word().toLowerCase() === word && !/[\w.:[]/.test(this.#text.charAt(this.#at))) return true;
    this.#at = begun;
    return false;
  }

  #takes(mark: string): boolean {
    this.#skip();
    if (this.#text.charAt(this.#at) !== mark) return false;
    this.#at++;
    return true;
  }

  #need(mark: string): void {
    if (!this.#takes(mark)) throw this.#wrong(`${mark} is expected`);
  }

  end(): void {
    this.#skip();
    if (this.#at < this.#text.length) throw this.#wrong("nothing more is expected");
  }

  #skip(): void {
    SPACE.lastIndex = this.#at;
    SPACE.exec(this.#text);
    this.#at = SPACE.lastIndex;
  }

  #match(pattern: RegExp): RegExpExecArray | undefined {
    this.#skip();
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text);
    if (!found) return undefined;
    this.#at = pattern.lastIndex;
    return found;
  }

  #wrong(what: string): Unreadable {
    return new Unreadable(`At character ${this.#at + 1}: ${what}.`);
  }
}
