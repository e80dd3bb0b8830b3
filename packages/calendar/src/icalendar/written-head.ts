import type { Parameter, Property } from "./component.ts";
import { fold, lastColumn, LINE_END } from "./fold.ts";
import { ownCopy } from "./own-copy.ts";
import { formatParameters } from "./parameter.ts";

/**
 * The part of a content line before its value as it is written: name, parameters and colon. Never changed in place.
 */
export interface WrittenHead {
  /** folded, beginning with a line end */
  readonly text: string;
  /** octets on its last line */
  readonly column: number;
}

/** A written head that many lines share, with the name that it was written for. */
interface SharedHead extends WrittenHead {
  readonly name: string;
}

/** By parameter list, which lines with equal heads share (line-head.ts). */
const shared = new WeakMap<readonly Parameter[], SharedHead>();
/** Heads without parameters by written name; bounded against hostile text. */
const plain = new Map<string, WrittenHead>();
const MAX_PLAIN = 1000;
const MAX_PLAIN_LENGTH = 50;

/** Remembers the written form of a short head whose parameters many lines share. */
export function shareHead(name: string, parameters: readonly Parameter[]): void {
  shared.set(parameters, { ...ownHead(makeHead(name, parameters)), name });
}

/** The head that a property writes. */
export function writtenHead({ name, written, parameters }: Property): WrittenHead {
  const itself = written ?? name;
  if (parameters.length === 0) return plainHead(itself);
  const known = shared.get(parameters);
  return known?.name === itself ? known : makeHead(itself, parameters);
}

/** The head of a line without parameters. */
export function plainHead(name: string): WrittenHead {
  const known = plain.get(name);
  if (known) return known;
  const head = makeHead(name, []);
  if (plain.size >= MAX_PLAIN || name.length > MAX_PLAIN_LENGTH) return head;
  const own = ownHead(head);
  plain.set(ownCopy(name), own);
  return own;
}

function makeHead(name: string, parameters: readonly Parameter[]): WrittenHead {
  const line = fold(`${name}${formatParameters(parameters)}:`, 0);
  return { text: LINE_END + line, column: lastColumn(line) };
}

const ownHead = ({ text, column }: WrittenHead): WrittenHead => ({ text: ownCopy(text), column });
