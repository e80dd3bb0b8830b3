import { Fragment, type ReactNode } from "react";
import { useMessages, type MessageKey } from "./messages.ts";

/** Marks a place in a worded message; the private use area never occurs in the catalogues. */
const OPEN = "\uE000";
const CLOSE = "\uE001";

/**
 * A whole sentence of the catalogue with elements in it: a distance in its own voice, a name in bold. The translator
 * decides where they stand. Texts and numbers are filled in as they are.
 */
export function Sentence({
  of,
  args,
}: {
  readonly of: MessageKey;
  readonly args: Readonly<Record<string, ReactNode>>;
}) {
  const t = useMessages();
  return <>{fill(t(of, placeholders(args)), args)}</>;
}

function placeholders(args: Readonly<Record<string, ReactNode>>): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(args).map(([name, value]) => [
      name,
      typeof value === "string" || typeof value === "number" ? value : `${OPEN}${name}${CLOSE}`,
    ]),
  );
}

function fill(text: string, args: Readonly<Record<string, ReactNode>>): ReactNode[] {
  return text.split(new RegExp(`${OPEN}([^${CLOSE}]*)${CLOSE}`)).map((part, index) => (
    // Odd places hold the names of arguments; a name from a hostile text that is no argument stays text.
    <Fragment key={index}>{index % 2 === 1 && Object.hasOwn(args, part) ? args[part] : part}</Fragment>
  ));
}
