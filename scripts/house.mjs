// The plan of the house, which scripts/boundaries.mjs holds the imports against. docs/architecture.md explains it.

/** Areas, most specific first: a file belongs to the first prefix it starts with. */
export const AREAS = {
  "calendar/time": "packages/calendar/src/time/",
  "calendar/icalendar": "packages/calendar/src/icalendar/",
  "calendar/recurrence": "packages/calendar/src/recurrence/",
  "calendar/jscalendar": "packages/calendar/src/jscalendar/",
  "calendar/filter": "packages/calendar/src/filter/",
  "calendar/free-busy": "packages/calendar/src/free-busy/",
  "calendar/alarms": "packages/calendar/src/alarms/",
  "calendar/scheduling": "packages/calendar/src/scheduling/",
  "calendar/validate": "packages/calendar/src/validate/",
  "calendar/access": "packages/calendar/src/access/",
  "calendar/distance": "packages/calendar/src/distance/",
  "calendar/almanac": "packages/calendar/src/almanac/",
  "calendar/testing": "packages/calendar/src/testing/",
  "calendar/root": "packages/calendar/src/",
  locales: "packages/locales/src/",
  "server/config": "packages/server/src/config/",
  "server/app": "packages/server/src/app/",
  "server/storage/port": "packages/server/src/storage/port",
  "server/storage/records": "packages/server/src/storage/records",
  "server/storage/contract": "packages/server/src/storage/contract/",
  "server/storage/sql": "packages/server/src/storage/sql/",
  "server/dav": "packages/server/src/dav/",
  "server/jmap": "packages/server/src/jmap/",
  "server/feeds": "packages/server/src/feeds/",
  "server/auth": "packages/server/src/auth/",
  "server/mail": "packages/server/src/mail/",
  "server/guest": "packages/server/src/guest/",
  "server/jobs": "packages/server/src/jobs/",
  "server/http": "packages/server/src/http/",
  "server/cli": "packages/server/src/cli/",
  "server/testing": "packages/server/src/testing/",
  "server/main": "packages/server/src/",
  "web/api": "packages/web/src/api/",
  "web/store": "packages/web/src/store/",
  "web/layout": "packages/web/src/layout/",
  "web/grammar": "packages/web/src/grammar/",
  "web/grid": "packages/web/src/grid/",
  "web/features": "packages/web/src/features/",
  "web/ui": "packages/web/src/ui/",
  "web/i18n": "packages/web/src/i18n/",
  "web/main": "packages/web/src/",
  "web/e2e": "packages/web/e2e/",
  "web/build": "packages/web/",
  conformance: "conformance/",
  bench: "bench/",
  scripts: "scripts/",
};

const domain = Object.keys(AREAS).filter((a) => a.startsWith("calendar/") && a !== "calendar/testing");
const server = Object.keys(AREAS).filter((a) => a.startsWith("server/"));
const web = Object.keys(AREAS).filter((a) => a.startsWith("web/") && a !== "web/e2e" && a !== "web/build");

/** area -> areas it may import (besides itself). */
export const ALLOWED = {
  "calendar/root": [],
  "calendar/testing": domain,
  "calendar/time": ["calendar/root"],
  "calendar/icalendar": ["calendar/root", "calendar/time"],
  "calendar/recurrence": ["calendar/root", "calendar/time", "calendar/icalendar"],
  "calendar/jscalendar": ["calendar/root", "calendar/time", "calendar/icalendar", "calendar/recurrence"],
  "calendar/filter": [
    "calendar/root",
    "calendar/time",
    "calendar/icalendar",
    "calendar/recurrence",
    "calendar/jscalendar",
  ],
  "calendar/free-busy": ["calendar/root", "calendar/time", "calendar/icalendar", "calendar/recurrence"],
  "calendar/alarms": ["calendar/root", "calendar/time", "calendar/icalendar", "calendar/recurrence"],
  "calendar/scheduling": ["calendar/root", "calendar/time", "calendar/icalendar", "calendar/recurrence"],
  "calendar/validate": ["calendar/root", "calendar/time", "calendar/icalendar", "calendar/recurrence"],
  "calendar/access": [
    "calendar/root",
    "calendar/time",
    "calendar/icalendar",
    "calendar/recurrence",
    "calendar/jscalendar",
    "calendar/scheduling",
  ],
  "calendar/distance": ["calendar/root", "calendar/time"],
  "calendar/almanac": ["calendar/root", "calendar/time"],
  locales: [],
  "server/config": [],
  "server/storage/port": [...domain, "server/storage/records"],
  "server/storage/records": domain,
  "server/app": [...domain, "locales", "server/storage/port", "server/storage/records"],
  "server/storage/sql": [...domain, "server/storage/port", "server/storage/records"],
  "server/storage/contract": [
    ...domain,
    "server/storage/port",
    "server/storage/records",
    "server/storage/sql",
    "server/testing",
  ],
  "server/http": ["locales", "server/app", ...domain],
  "server/auth": ["server/app", "server/http", "locales", ...domain],
  "server/dav": ["server/app", "server/http", "server/auth", "locales", ...domain],
  "server/jmap": ["server/app", "server/http", "server/auth", "locales", ...domain],
  "server/feeds": ["server/app", "server/http", "server/auth", "locales", ...domain],
  "server/mail": ["server/app", "server/http", "server/auth", "locales", ...domain],
  "server/guest": ["server/app", "server/http", "locales", ...domain],
  "server/jobs": ["server/app", "locales", ...domain],
  "server/cli": [...server, ...domain, "locales"],
  "server/testing": [...server, ...domain, "locales"],
  "server/main": [...server, ...domain, "locales"],
  "web/i18n": ["locales", ...domain],
  "web/api": ["web/i18n", ...domain],
  "web/store": ["web/api", ...domain],
  "web/layout": domain,
  "web/grammar": domain,
  "web/ui": ["web/i18n"],
  "web/grid": ["web/store", "web/layout", "web/ui", "web/i18n", ...domain],
  "web/features": [...web.filter((a) => a !== "web/main"), ...domain, "locales"],
  "web/main": [...web, ...domain, "locales"],
  "web/build": ["locales", "scripts"],
  "web/e2e": ["web/ui", "server/testing", "server/app", ...domain, "locales"],
  // Black box against a started server; only its referees read the engine that they judge.
  conformance: ["calendar/icalendar", "calendar/testing", "scripts"],
  bench: [...domain, ...server, "web/e2e", "conformance", "scripts"],
  scripts: [...domain, "calendar/testing", ...server, "web/e2e", "locales"],
};

/** Packages that only one place may import. */
export const PACKAGE_HOMES = {
  kysely: ["server/storage/sql", "server/storage/contract"],
  pg: ["server/storage/sql", "server/storage/contract", "bench"],
  "node:sqlite": ["server/storage/sql", "server/testing", "bench"],
  saxes: ["server/dav"],
  nodemailer: ["server/mail"],
  "postal-mime": ["server/mail", "server/testing"],
  imapflow: ["server/mail"],
  "smtp-server": ["server/testing", "bench"],
};

/**
 * The floors of a folder, lowest first: its subfolders import each other only downwards, and two on one floor not at all.
 * "." is the files of the folder itself, where they all stand on one floor; without it they stand outside the floors.
 * Every subfolder with product code must have a floor.
 */
export const FLOORS = {
  "packages/server/src/app": [
    ["."],
    ["outbox", "objects", "push", "sign-in"],
    ["scheduling", "attachments", "notices"],
    ["alarms", "places"],
    ["write"],
    ["calendars", "hours"],
    ["delivery", "feeds", "history"],
    ["accounts", "mail", "reminders"],
    ["groups", "sign-up"],
  ],
  "packages/server/src/dav": [["xml"], ["acl"], ["properties"], ["reports"], ["methods"]],
  "packages/server/src/jmap": [
    ["wire"],
    ["standard"],
    ["calendars", "core", "push"],
    ["sharing", "snart", "tasks"],
  ],
  "packages/server/src/storage": [["records"], ["port"], ["sql"], ["contract"]],
  "packages/web/src/store": [
    ["items", "remote"],
    ["queue"],
    ["copy", "days"],
    ["sync", "tabs"],
    ["."],
    ["tasks", "testing"],
  ],
  "packages/web/src/features/event": [
    ["draft", "parts"],
    ["series"],
    ["actions"],
    ["guests", "sign-up", "questions"],
    ["reading"],
    ["editor"],
    ["."],
  ],
};

/** Cycles of folders that still stand. This list only shrinks. */
export const FOLDER_CYCLES_LEFT = [
  "folder cycle in packages/server/src/jmap: calendars/ push/ standard/",
  "folder cycle in packages/web/src/api: calendars/ items/",
];
