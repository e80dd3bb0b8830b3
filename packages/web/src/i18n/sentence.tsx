import { Fragment, type ReactNode } from "react";
import { useMessages, type MessageKey } from "./messages.ts";

/** Marks an argument's place in a message; this private-use character never occurs in the catalogues. */
const OPEN = "\uE000";
const CLOSE = "\uE001";

/**
 * A whole sentence of the catalogue with elements in it: a distance in its own voice, a name in bold. The translator
 * decides where they go. Texts and numbers are filled in unchanged.
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
    // Odd pieces are names of arguments; an unknown name in a hostile text stays text.
    <Fragment key={index}>{index % 2 === 1 && Object.hasOwn(args, part) ? args[part] : part}</Fragment>
  ));
}
