import type en from "./en-GB.json";

/**
 * Every text of the product. A key that is not in the catalogue fails the type check.
 *
 * To add a text: the same `"area.name"` in en-GB.json and sv.json, in the same place (keys are sorted), as a whole
 * sentence in ICU MessageFormat: `{name}`, `{count, plural, one {# event} other {# events}}`, `{kind, select, …}`.
 * The parity test reports what does not match.
 */
export type MessageKey = keyof typeof en;

/** The arguments of a message. Dates and distances are passed as words; counts as numbers. */
export type MessageArguments = Readonly<Record<string, string | number>>;

/** Renders a message in one language. An argument that the message does not use is ignored. */
export type Messages = (key: MessageKey, args?: MessageArguments) => string;

/** A compiled catalogue: one function per message. */
export type MessageFunctions = Readonly<Record<MessageKey, (args: MessageArguments) => string>>;
