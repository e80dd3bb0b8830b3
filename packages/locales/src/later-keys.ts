/** Areas whose words only parts of the app need that are themselves fetched when they are asked for. */
const LATER =
  /^(?:conflict|guests|import|keys|month|password|question|reminder|repeat|settings|setup|waiting)\./;

/** … but for those that stand on the page around them. */
const AT_ONCE = new Set(["conflict.compare", "conflict.unanswered", "import.drop", "import.dropHelp"]);

/** Whether a text belongs to the second part of the catalogue, so that the first page needs less. */
export const isLaterKey = (key: string): boolean => LATER.test(key) && !AT_ONCE.has(key);

/** Whether only the server says it. */
export const isServerKey = (key: string): boolean => /^(?:dav|mail|rsvp)\./.test(key);
