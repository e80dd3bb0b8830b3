import { relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import type { ErrorEvent, Exception, StackFrame } from "@sentry/node";

/**
 * The parts of an error that may leave the server: its type, the places in the program that it came through, and the
 * kind of request. Rebuilt field by field, so that new fields of an SDK stay here.
 *
 * A message can contain anything ("cannot move Elin's dentist"), and no pattern finds every title, so a message
 * leaves only if it is one of the runtime's own known sentences; the log has the rest, under the same request id.
 */
export function scrubEvent(event: ErrorEvent, root: string): ErrorEvent {
  const { event_id, timestamp, platform, level, release, environment } = event;
  const scrubbed: ErrorEvent = {
    type: undefined,
    exception: {
      values: (event.exception?.values ?? []).slice(0, 5).map((value) => scrubException(value, root)),
    },
    tags: scrubTags(event.tags ?? {}),
  };
  return Object.assign(
    scrubbed,
    withoutUndefined({ event_id, timestamp, platform, level, release, environment }),
  );
}

function scrubException(exception: Exception, root: string): Exception {
  const frames = (exception.stacktrace?.frames ?? []).slice(-50).map((frame) => scrubFrame(frame, root));
  return {
    type: /^[A-Za-z][\w.]{0,60}$/.test(exception.type ?? "") ? exception.type : "Error",
    value: scrubMessage(exception.value ?? ""),
    stacktrace: { frames },
  } as Exception;
}

/** Sentences of V8, Node, SQLite and PostgreSQL that contain names from the program at most. */
const KNOWN_MESSAGES = [
  /^Cannot (read|set) properties of (undefined|null) \((reading|setting) '[\w$#]{1,60}'\)$/,
  /^[\w$.#()]{1,80} is not (a function|iterable|defined|a constructor)$/,
  /^Cannot access '[\w$]{1,60}' before initialization$/,
  /^Assignment to constant variable\.$/,
  /^Maximum call stack size exceeded$/,
  /^Invalid (array|string) length$/,
  /^Invalid time value$/,
  /^(The operation was aborted|This operation was aborted)$/,
  /^database (is locked|disk image is malformed|or disk is full)$/,
  /^(UNIQUE|FOREIGN KEY|NOT NULL|CHECK) constraint failed(: [\w.]{1,60}(, [\w.]{1,60}){0,5})?$/,
  /^(connect|read|write) E[A-Z]{2,20}$/,
];
export const scrubMessage = (message: string): string =>
  KNOWN_MESSAGES.some((known) => known.test(message)) ? message : "[kept on the server]";

function scrubFrame(frame: StackFrame, root: string): StackFrame {
  const { lineno, colno, in_app } = frame;
  const name = /^[\w$.<>\s#[\]]{1,120}$/.test(frame.function ?? "") ? frame.function : undefined;
  return withoutUndefined({
    filename: scrubPath(frame.filename ?? "", root),
    function: name,
    lineno,
    colno,
    in_app,
  });
}

/** A file of the program, relative to its own folder; the folders above may name a person. */
function scrubPath(filename: string, root: string): string {
  if (filename.startsWith("node:")) return filename;
  const path = relative(root, filename.startsWith("file:") ? fileURLToPath(filename) : filename);
  return path.startsWith("..") || path.startsWith(sep) ? "[elsewhere]" : path.split(sep).join("/");
}

function scrubTags(tags: Readonly<Record<string, unknown>>): Record<string, string> {
  const kept: Record<string, string> = {};
  const { request_id, route } = tags;
  if (typeof request_id === "string" && /^[\w-]{1,40}$/.test(request_id)) kept["request_id"] = request_id;
  if (typeof route === "string" && /^[\w/.-]{1,40}$/.test(route)) kept["route"] = route;
  return kept;
}

function withoutUndefined<T extends object>(fields: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };
}
