import { isIP } from "node:net";
import {
  option,
  parseChoice,
  parseDatabaseUrl,
  parseDsn,
  parseInteger,
  parseMailAddress,
  parseServer,
  parseText,
  parseToken,
  type Option,
  type Parsed,
} from "./option.ts";
import { parsePublicUrl } from "./public-url.ts";

/** Every option except the limits. */
export const options = {
  data: option<string>({
    env: "SNART_DATA",
    type: "folder",
    default: "./data",
    description: "Where Snart keeps everything it stores. Made when it is not there.",
    parse: parseText,
  }),
  backups: option<string | null>({
    env: "SNART_BACKUPS",
    type: "folder",
    default: null,
    description:
      "Where backups are kept; without it, in backups inside the data folder. Better on another disk.",
    parse: parseText,
  }),
  backupTo: option<readonly string[]>({
    env: "SNART_BACKUP_TO",
    type: "list",
    default: [],
    description:
      "Recipients of age (age1…) that backups are encrypted for. The server can make them then, and not open them.",
    parse: parseRecipients,
  }),
  host: option<string>({
    env: "SNART_HOST",
    type: "address",
    default: "127.0.0.1",
    description:
      "The address to listen on. 0.0.0.0 or :: lets other machines in; put a proxy with TLS in front then.",
    parse: parseText,
  }),
  port: option<number>({
    env: "SNART_PORT",
    type: "number",
    default: 8080,
    description: "The port to listen on; 0 takes any free one.",
    parse: parseInteger(0, 65_535),
  }),
  publicUrl: option<string | null>({
    env: "SNART_PUBLIC_URL",
    type: "address",
    default: null,
    description:
      "How people reach the server, such as https://calendar.example.org, or https://example.org/calendar below a path. Needed behind a proxy.",
    parse: parsePublicUrl,
  }),
  databaseUrl: option<string | null>({
    env: "SNART_DATABASE_URL",
    type: "address",
    default: null,
    secret: true,
    description: "A PostgreSQL database to use instead of the SQLite file in the data folder.",
    parse: parseDatabaseUrl,
  }),
  sentryDsn: option<string | null>({
    env: "SNART_SENTRY_DSN",
    type: "DSN",
    default: null,
    description:
      "Where errors are reported, by the Sentry protocol and without personal data. Nothing is sent without it.",
    parse: parseDsn,
  }),
  smtpUrl: option<string | null>({
    env: "SNART_SMTP_URL",
    type: "address",
    default: null,
    secret: true,
    description:
      "The mail server that Snart sends by, such as smtps://name:password@mail.example.org. No mail is sent without it.",
    parse: parseServer(["smtp", "smtps"], "smtps://name:password@mail.example.org"),
  }),
  mailFrom: option<string | null>({
    env: "SNART_MAIL_FROM",
    type: "mail address",
    default: null,
    description: "The address that Snart's mail comes from, such as calendar@example.org.",
    parse: parseMailAddress,
  }),
  mailReplies: option<string | null>({
    env: "SNART_MAIL_REPLIES",
    type: "mail address",
    default: null,
    description:
      "The address that answers to invitations are asked for at, and that Snart reads (SNART_IMAP_URL or snart mail-in). Without it they go to whoever invites.",
    parse: parseMailAddress,
  }),
  imapUrl: option<string | null>({
    env: "SNART_IMAP_URL",
    type: "address",
    default: null,
    secret: true,
    description:
      "The mailbox that answers and invitations are read from, such as imaps://name:password@mail.example.org/INBOX.",
    parse: parseServer(["imap", "imaps"], "imaps://name:password@mail.example.org/INBOX"),
  }),
  imapDoneFolder: option<string | null>({
    env: "SNART_IMAP_DONE_FOLDER",
    type: "folder",
    default: null,
    description:
      "The folder that messages are moved to once they are dealt with. Without it they stay, marked as read.",
    parse: parseText,
  }),
  mailAuthServer: option<string | null>({
    env: "SNART_MAIL_AUTH_SERVER",
    type: "name",
    default: null,
    description:
      "The name of the mail server whose Authentication-Results are believed: it proves who a mail is from. Without it nobody’s mail is proved, and its recipient is asked about each.",
    parse: parseText,
  }),
  logLevel: option<LogLevel>({
    env: "SNART_LOG_LEVEL",
    type: "choice",
    default: "info",
    description: "How much is logged: fatal, error, warn, info, debug (every request), trace or silent.",
    parse: parseChoice("fatal", "error", "warn", "info", "debug", "trace", "silent"),
  }),
  logFormat: option<"text" | "json">({
    env: "SNART_LOG_FORMAT",
    type: "choice",
    default: "text",
    description: "Lines for people (text) or for programs (json).",
    parse: parseChoice("text", "json"),
  }),
  metricsToken: option<string | null>({
    env: "SNART_METRICS_TOKEN",
    type: "text",
    default: null,
    secret: true,
    description:
      "The token with which Prometheus asks for /metrics (Authorization: Bearer), at least 16 characters. Without it there is no /metrics.",
    parse: parseToken,
  }),
  feedNetworks: option<readonly string[]>({
    env: "SNART_FEED_NETWORKS",
    type: "list",
    default: [],
    description:
      "Addresses or networks of your own that calendars may be fetched from, such as 192.168.1.0/24. Without it only the open internet.",
    parse: parseNetworks,
  }),
  trustedProxies: option<readonly string[]>({
    env: "SNART_TRUSTED_PROXIES",
    type: "list",
    default: [],
    description:
      "Addresses or networks of proxies whose X-Forwarded-For is believed, such as 127.0.0.1, 10.0.0.0/8.",
    parse: parseNetworks,
  }),
};

type LogLevel = "fatal" | "error" | "warn" | "info" | "debug" | "trace" | "silent";
type ValueOf<O> = O extends Option<infer T> ? T : never;
/** The value of every option except the limits. */
export type OptionValues = { readonly [K in keyof typeof options]: ValueOf<(typeof options)[K]> };

/** The meaning of each limit, for the table; a missing limit fails a test. */
export const limitDescriptions: Readonly<Record<string, string>> = {
  objectSize: "Bytes of one calendar object.",
  objectsPerCalendar: "Events and tasks of one calendar; a series is one.",
  objectsPerAccount: "Events and tasks of one account with all its calendars.",
  objectQuota: "Bytes of all events and tasks of one account.",
  formerQuota:
    "Bytes of all former texts of one account's events and tasks, of deleted ones as well; beyond it the oldest are removed.",
  linesPerObject: "Lines of one calendar object.",
  overridesPerObject: "Occurrences of one series that were changed by themselves.",
  requestSize: "Bytes of one request other than an upload.",
  uploadSize: "Bytes of one uploaded file.",
  uploadQuota: "Bytes of all uploads of one account that no event has taken yet.",
  attachmentSize: "Bytes of one file that is attached to an event.",
  attachmentsPerObject: "Files attached to one event, all its occurrences together.",
  attachmentsPerImport: "Attached files that come with one calendar that is imported.",
  attachmentQuota:
    "Bytes of all attached files of one account, those of former versions included; the same file counts once.",
  exportsPerAccount: "Exports of everything of one account that run at the same time.",
  exportsAtOnce: "Exports of everything that one server process runs at the same time.",
  exportSize:
    "Bytes of an export of everything, before it is packed; never more than 4000 MiB, because its archive counts no further than 4 GiB.",
  exportFiles:
    "Files of an export of everything; never more than 65,535, because its archive counts no further.",
  participantsPerEvent: "Participants of one event.",
  peoplePerSignUp: "People that one answer to a sign-up may bring, whoever answers included.",
  signUpNote: "Characters of the note that comes with an answer to a sign-up.",
  pinAttempts:
    "Wrong PINs of one household at one door, or wrong codes of one door from one person, in the window of sign-ins; then they wait.",
  pinAttemptsPerDoor:
    "Wrong PINs and tags at one door in that window, of whichever households; then the door waits.",
  householdLetterDays: "Days that the letter of a household lets its people in.",
  lettersAtOnce: "Letters to households that are made at once.",
  tagsPerHousehold: "Tags of one household.",
  guestAnswers:
    "Answers to sign-ups by link, without an account, from one address in the window of sign-ins.",
  pageRequests: "Times that one address asks for at booking pages in an hour.",
  pageViews: "Looks at booking pages from one address in a minute, at one process.",
  pageHoldsPerGuest: "Times that one guest holds at a booking page without having confirmed their address.",
  pageBookingsPerGuest: "Coming bookings of one guest at a booking page.",
  pageHoldMinutes: "Minutes that a guest has to confirm their address; then the time is free again.",
  pagesPerAccount: "Booking pages of one account.",
  pollsPerAccount: "Date polls of one account.",
  pollOptions: "Times that a poll asks about, those that voters suggest included.",
  pollVoters: "People who are asked or vote in one poll.",
  linksPerPage: "Secret links of one booking page.",
  pageSlugDays: "Days that the address of a deleted booking page is nobody else's.",
  occurrencesPerQuery: "Occurrences that are worked out to answer one query.",
  expandedSize: "Characters of occurrences that are written out to answer one query.",
  queryRangeDays: "Days that a query over occurrences may span.",
  calendarsPerAccount: "Calendars of one account.",
  feedMinutes: "Minutes between two fetches of a calendar that others keep, at least.",
  feedSize: "Bytes of a fetched feed, unpacked.",
  feedSeconds: "Seconds that fetching a feed may take, redirects included.",
  feedPauseSeconds: "Seconds between two fetches of one feed that people ask for.",
  bookablesPerDisplay: "Bookables that one screen at a door shows.",
  displaysPerBookable: "Screens at doors that show one bookable.",
  calendarsPerWall: "Calendars that one screen on a wall shows.",
  wallsPerPerson: "Screens on walls that one person has made.",
  linksPerCalendar: "Secret links to one calendar.",
  signInAttempts:
    "Wrong passwords for one account from one address in a window, before that account waits there for its end.",
  signInAttemptsPerAccount:
    "Wrong passwords for one account in a window from places where its owner has not been; then all such places wait.",
  signInAttemptsPerAddress:
    "Wrong passwords from one address in a window, for whichever accounts; then it is answered slowly.",
  signInPauseSeconds: "Seconds after a wrong password until such an address is answered again.",
  signInsWaiting: "Sign-ins from such an address that wait for their turn; more are asked to come back.",
  signInWindowSeconds: "Length of that window in seconds.",
  resetRequests: "Links for a new password that can be asked for in a window from one address.",
  resetMails:
    "Links for a new password or address that one person is sent in that window, whoever asks for them.",
  resetWindowSeconds: "Length of that window in seconds.",
  passkeysPerPerson: "Passkeys of one person.",
  passkeyRequests: "Sign-ins by passkey that one address may begin in such a window.",
  signInStepMinutes: "Minutes after which a sign-in that waits for its second step ends.",
  proofMinutes:
    "Minutes for which somebody who has proved who they are is not asked again before something dangerous.",
  sessionDays: "Days without use after which a session ends.",
  sessionMostDays: "Days after which a session ends, however much it is used.",
  sessionTokenHours: "Hours after which a browser gets a new token of its session.",
  sessionOverlapSeconds:
    "Seconds for which the former token is accepted once the new one is used; later it ends the session.",
  inviteDays: "Days that an invitation to make an account can be accepted.",
  deviceLinkMinutes: "Minutes that the link which connects a device works.",
  resetHours: "Hours that a link to choose a new password, or to prove a new address, works.",
  accountGraceDays: "Days that a deleted account can be brought back.",
  formerAddresses: "Former e-mail addresses that stay one person's own.",
  membersPerGroup: "Members of one group.",
  nameDaysSize: "Characters of a person's own list of name days.",
  reminderLateMinutes: "Minutes after its time that a reminder is still given, after the server was away.",
  trashDays: "Days that deleted things are kept.",
  versionDays:
    "Days that former versions are kept, and that a client may stay away and still be told only what changed.",
  auditDays: "Days that entries of the audit log are kept.",
  uploadHours: "Hours that an unused upload is kept.",
  passwordLength: "Characters a password must have at least.",
  nameLength: "Characters a name may have at most.",
  maxCallsInRequest: "JMAP method calls in one request.",
  maxValuesInRequest: "Values (texts, numbers, lists, objects …) in one JMAP request.",
  maxObjectsInGet: "JMAP objects in one /get.",
  maxSignUpsInGet: "Sign-ups in one SignUp/get.",
  answerSize: "Bytes of the records in the answer to one JMAP request.",
  maxObjectsInSet: "JMAP objects in one /set.",
  davRequests: "CalDAV requests of one person that are answered at the same time; others wait.",
  davRequestsWaiting: "CalDAV requests of one person that may wait.",
  workSeconds:
    "Seconds of the server's work that one person's large requests may use at once; half of each second that passes comes back.",
  maxConcurrentRequests: "JMAP requests of one person at the same time.",
  maxConcurrentUpload: "JMAP uploads of one person at the same time.",
  xmlSize: "Bytes of one CalDAV request in XML.",
  xmlDepth: "Nesting of elements in a CalDAV request.",
  hrefsPerMultiget: "Objects in one calendar-multiget.",
  inboxMessages: "Messages kept in a scheduling inbox; older ones go.",
  mailAttempts: "Times that a message is tried to be sent by mail, with growing pauses.",
  mailsPerDay:
    "Mails to others that one person causes in a day; more are given up, and stand in the administrator’s list.",
  sendLeaseSeconds: "Seconds that a process may be silent before others send what it was sending.",
  mailSize: "Bytes of one message that comes by mail; a larger one is left where it is.",
  mailParts: "Parts of one message that comes by mail.",
  freeBusyRecipients: "People that one free/busy question asks about.",
  resultsPerSync: "Changes in one sync-collection answer.",
  deadProperties: "Properties that calendar apps may keep beside one calendar or object.",
  deadPropertySize: "Characters of all of these together.",
};

/** `objectSize` → `SNART_LIMIT_OBJECT_SIZE`. */
export const limitEnv = (name: string): string =>
  `SNART_LIMIT_${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;

/** The most that an archive can count without its 64-bit extension, with room for the data between the files. */
const LARGEST: Readonly<Record<string, number>> = { exportSize: 4000 * 1024 * 1024, exportFiles: 65_535 };

/** @returns an option for every limit, in the same order */
export function limitOptions<L extends object>(
  defaults: L,
): Readonly<Record<keyof L & string, Option<number>>> {
  const made = Object.entries(defaults).map(([name, value]: [string, number]) => [
    name,
    option<number>({
      env: limitEnv(name),
      type: "number",
      default: value,
      description: limitDescriptions[name] ?? "",
      parse: parseInteger(1, LARGEST[name] ?? 1_000_000_000_000),
    }),
  ]);
  return Object.fromEntries(made) as Readonly<Record<keyof L & string, Option<number>>>;
}

/** The whole table, in the order of the documentation. */
export function allOptions(limitDefaults: object): readonly Option<unknown>[] {
  return [
    ...Object.values(options),
    ...Object.values(limitOptions(limitDefaults)),
  ] as readonly Option<unknown>[];
}

function parseRecipients(text: string): Parsed<readonly string[]> {
  const recipients = text.split(",").map((part) => part.trim());
  const wrong = recipients.find((recipient) => !/^age1[a-z0-9]{10,}$/.test(recipient));
  return wrong === undefined
    ? { value: recipients }
    : { mustBe: `must be a list of age recipients like age1…, but has "${wrong}"` };
}

function parseNetworks(text: string): Parsed<readonly string[]> {
  const networks = text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
  const wrong = networks.find((network) => !isNetwork(network));
  if (wrong === undefined) return { value: networks };
  return { mustBe: `must be a list of addresses or networks like 10.0.0.0/8, but has "${wrong}"` };
}

function isNetwork(text: string): boolean {
  const [address = "", prefix, ...rest] = text.split("/");
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128));
}
