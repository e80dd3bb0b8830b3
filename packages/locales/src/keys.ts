import type en from "./en-GB.json";

/**
 * Every text of the product. A key that is not in the catalogue fails the type check.
 *
 * To add a text: the same `"area.name"` in en-GB.json and sv.json, in the same place (keys are sorted), as a whole
 * sentence in ICU MessageFormat: `{name}`, `{count, plural, one {# event} other {# events}}`, `{kind, select, …}`.
 * The parity test says what does not fit.
 */
export type MessageKey = keyof typeof en;

/** What a message may be filled with. Dates and distances come worded; counts come as numbers. */
export type MessageArguments = Readonly<Record<string, string | number>>;

/** Words a message in one language. An argument the message does not use is ignored. */
export type Messages = (key: MessageKey, args?: MessageArguments) => string;

/** A compiled catalogue: one function per message. */
export type MessageFunctions = Readonly<Record<MessageKey, (args: MessageArguments) => string>>;
