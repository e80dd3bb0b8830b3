/** Every limit of Snart, named (docs/specification.md §9). Each can be set by an option of the same name; all are enforced and reported. */
export interface Limits {
  /** Bytes of one calendar object. */
  readonly objectSize: number;
  /** Calendar objects of one calendar, and of one account with all its calendars. */
  readonly objectsPerCalendar: number;
  readonly objectsPerAccount: number;
  /** Bytes of all calendar objects of one account. */
  readonly objectQuota: number;
  /** Bytes of all former texts of one account, the trash included: then the oldest go. */
  readonly formerQuota: number;
  /** Lines and components of one calendar object. */
  readonly linesPerObject: number;
  /** Instances of one series with values of their own. */
  readonly overridesPerObject: number;
  /** Bytes of one request body other than an upload. */
  readonly requestSize: number;
  /** Bytes of one uploaded file. */
  readonly uploadSize: number;
  /** Bytes of all uploads of one account that no event has taken yet. */
  readonly uploadQuota: number;
  /** Bytes of one file that is attached to an event (RFC 8607). */
  readonly attachmentSize: number;
  /** Files attached to one calendar object. */
  readonly attachmentsPerObject: number;
  /** Files that come with one import. */
  readonly attachmentsPerImport: number;
  /** Bytes of all attached files of one account, those of former versions included. */
  readonly attachmentQuota: number;
  /** Exports of everything that run at once, of one account and of all. */
  readonly exportsPerAccount: number;
  readonly exportsAtOnce: number;
  /** Bytes, unpacked, of the archive of such an export. */
  readonly exportSize: number;
  /** Files of such an export. */
  readonly exportFiles: number;
  readonly participantsPerEvent: number;
  /** Occurrences expanded to answer one query. */
  readonly occurrencesPerQuery: number;
  /** Characters of occurrences written out to answer one query. */
  readonly expandedSize: number;
  /** Days that an expanded query may span. */
  readonly queryRangeDays: number;
  readonly calendarsPerAccount: number;
  /** Shortest time between two fetches of a feed, unless somebody asks. */
  readonly feedMinutes: number;
  /** Bytes of a fetched feed. */
  readonly feedSize: number;
  /** Seconds that fetching a feed may take. */
  readonly feedSeconds: number;
  /** Seconds that another server may take to list what is in a calendar, as long as its answer goes on arriving. */
  readonly listingSeconds: number;
  /** Seconds between two fetches of a feed that somebody asks for. */
  readonly feedPauseSeconds: number;
  readonly linksPerCalendar: number;
  /** Wrong secrets for one account from one address in a window; then that pair waits for its end. */
  readonly signInAttempts: number;
  /** Wrong secrets for one account from places where its owner has not been; then all such places wait. */
  readonly signInAttemptsPerAccount: number;
  /** Wrong secrets from one address for whichever accounts; then it is answered slowly. */
  readonly signInAttemptsPerAddress: number;
  /** Seconds after a wrong secret until such an address is answered again. */
  readonly signInPauseSeconds: number;
  /** Sign-ins of such an address that wait at the same time. */
  readonly signInsWaiting: number;
  readonly signInWindowSeconds: number;
  /** People that one answer to a sign-up may bring, whoever answers included. */
  readonly peoplePerSignUp: number;
  /** Characters of the note that comes with such an answer. */
  readonly signUpNote: number;
  /** Answers to sign-ups by link, without an account, from one address in `signInWindowSeconds`. */
  readonly guestAnswers: number;
  /** Times that one address asks for at booking pages in an hour. */
  readonly pageRequests: number;
  /** Looks at booking pages from one address in a minute, at one process. */
  readonly pageViews: number;
  /** Times that one guest holds at a booking page without having proved their mail address; as many by forms that one address fills in. */
  readonly pageHoldsPerGuest: number;
  /** Coming bookings of one guest at a booking page. */
  readonly pageBookingsPerGuest: number;
  /** A guest has so long to prove their mail address; then the time is free again. */
  readonly pageHoldMinutes: number;
  /** From when a guest begins to fill in the form, no other guest gets the time for so long. */
  readonly pageFillMinutes: number;
  readonly pagesPerAccount: number;
  readonly pollsPerAccount: number;
  /** Times that a poll asks about, those that voters suggest included. */
  readonly pollOptions: number;
  /** People who are asked or vote in one poll. */
  readonly pollVoters: number;
  readonly linksPerPage: number;
  /** that one booking page has or had */
  readonly addressesPerPage: number;
  /** The address of a deleted booking page is nobody else's for so long. */
  readonly pageSlugDays: number;
  /** Wrong PINs of one household at one door, or wrong codes of one door from one person, in `signInWindowSeconds`; then they wait. */
  readonly pinAttempts: number;
  /** Wrong PINs and tags at one door, of whichever households; then the door waits. */
  readonly pinAttemptsPerDoor: number;
  /** A household's letter lets its people in for this long. */
  readonly householdLetterDays: number;
  /** Letters that are made at once. */
  readonly lettersAtOnce: number;
  readonly tagsPerHousehold: number;
  readonly bookablesPerDisplay: number;
  readonly displaysPerBookable: number;
  readonly calendarsPerWall: number;
  readonly wallsPerPerson: number;
  /** Links for a new password that one address asks for in a window, for whomever. */
  readonly resetRequests: number;
  /** Links for a new password or address that one person is sent in that window, whoever asks. */
  readonly resetMails: number;
  readonly resetWindowSeconds: number;
  /** Passkeys of one person. */
  readonly passkeysPerPerson: number;
  /** Sign-ins by passkey that one address begins in `signInWindowSeconds`. */
  readonly passkeyRequests: number;
  /** A sign-in that has begun, such as one that waits for its second step, ends after this long. */
  readonly signInStepMinutes: number;
  /** Who has proved so lately who they are is not asked again before something dangerous. */
  readonly proofMinutes: number;
  /** A session ends after this long without use. */
  readonly sessionDays: number;
  /** A session ends after this long, however much it is used. */
  readonly sessionMostDays: number;
  /** A browser gets a new token of its session after this long. */
  readonly sessionTokenHours: number;
  /** The former token is accepted for this long once the new one is used, for requests that were under way. */
  readonly sessionOverlapSeconds: number;
  /** An invitation to make an account can be accepted for this long. */
  readonly inviteDays: number;
  /** The link in the picture code that connects a device works for this long. */
  readonly deviceLinkMinutes: number;
  /** A link to choose a new password, or to prove a new address, works for this long. */
  readonly resetHours: number;
  /** A deleted account can be brought back for this long. */
  readonly accountGraceDays: number;
  /** Addresses that stay a person's after they have changed theirs. */
  readonly formerAddresses: number;
  /** The same of logins. */
  readonly formerLogins: number;
  readonly membersPerGroup: number;
  /** Bytes of a person's photo, and the most that it is wide or high in pixels. */
  readonly photoSize: number;
  readonly photoPixels: number;
  /** Characters of a person's own list of name days. */
  readonly nameDaysSize: number;
  readonly trashDays: number;
  readonly versionDays: number;
  readonly auditDays: number;
  /** A reminder that could not be given in time is still given this much later. */
  readonly reminderLateMinutes: number;
  readonly uploadHours: number;
  readonly passwordLength: number;
  readonly nameLength: number;
  // SCIM (RFC 7644)
  /** Bytes of one request of a directory. */
  readonly provisioningSize: number;
  /** People or groups in one answer to a directory. */
  readonly provisioningResults: number;
  /** Characters of a directory's filter or path. */
  readonly provisioningFilter: number;
  /** Operations of one change by a directory. */
  readonly provisioningOperations: number;
  // JMAP (RFC 8620 §2)
  readonly maxCallsInRequest: number;
  /** Values in the JSON of one request, whatever its size: small ones take a thousand times their time to read. */
  readonly maxValuesInRequest: number;
  readonly maxObjectsInGet: number;
  /** Sign-ups told at once: each reads a whole event, and its list may be as long as an event's. */
  readonly maxSignUpsInGet: number;
  /** Bytes of all records that the answer to one request holds: it is in memory until it is sent. */
  readonly answerSize: number;
  readonly maxObjectsInSet: number;
  /** Requests of one person by CalDAV that are answered at the same time, and that wait for one of these. */
  readonly davRequests: number;
  readonly davRequestsWaiting: number;
  /** Seconds of the server's work that one person may use at once; what is used comes back at half the rate of time. */
  readonly workSeconds: number;
  readonly maxConcurrentRequests: number;
  readonly maxConcurrentUpload: number;
  // DAV
  /** Bytes of one XML body. */
  readonly xmlSize: number;
  readonly xmlDepth: number;
  readonly hrefsPerMultiget: number;
  /** Messages in one scheduling inbox; older ones go. */
  readonly inboxMessages: number;
  /** Times that a message is tried to be sent by mail; with the pauses in between about a day. */
  readonly mailAttempts: number;
  /** Mails to others that one account sends in a day: invitations, answers and notices of its events. */
  readonly mailsPerDay: number;
  /** Seconds that a process may be silent before others send what it took. */
  readonly sendLeaseSeconds: number;
  /** Seconds that a process may be silent before another goes on with its job, such as an import. */
  readonly jobLeaseSeconds: number;
  /** Bytes of one message that comes by mail. */
  readonly mailSize: number;
  /** Parts of one message that comes by mail. */
  readonly mailParts: number;
  /** People that one question asks about. */
  readonly freeBusyRecipients: number;
  readonly resultsPerSync: number;
  /** Properties that clients keep beside one calendar or object. */
  readonly deadProperties: number;
  /** Characters of all of them together. */
  readonly deadPropertySize: number;
}

const MIB = 1024 * 1024;

export const DEFAULT_LIMITS: Limits = {
  objectSize: MIB,
  objectsPerCalendar: 100_000,
  objectsPerAccount: 250_000,
  objectQuota: 1024 * MIB,
  formerQuota: 1024 * MIB,
  linesPerObject: 20_000,
  overridesPerObject: 1_000,
  requestSize: 10 * MIB,
  uploadSize: 32 * MIB,
  uploadQuota: 512 * MIB,
  attachmentSize: 10 * MIB,
  attachmentsPerObject: 20,
  attachmentsPerImport: 10_000,
  attachmentQuota: 1024 * MIB,
  exportsPerAccount: 1,
  exportsAtOnce: 4,
  exportSize: 4000 * MIB,
  exportFiles: 65_000,
  participantsPerEvent: 500,
  occurrencesPerQuery: 10_000,
  expandedSize: 64 * MIB,
  queryRangeDays: 6 * 366,
  calendarsPerAccount: 250,
  feedMinutes: 15,
  feedSize: 20 * MIB,
  feedSeconds: 30,
  listingSeconds: 300,
  feedPauseSeconds: 20,
  linksPerCalendar: 50,
  signInAttempts: 10,
  signInAttemptsPerAccount: 100,
  signInAttemptsPerAddress: 100,
  signInPauseSeconds: 1,
  signInsWaiting: 30,
  signInWindowSeconds: 15 * 60,
  peoplePerSignUp: 20,
  signUpNote: 1_000,
  guestAnswers: 60,
  pageRequests: 10,
  pageViews: 240,
  pageHoldsPerGuest: 3,
  pageBookingsPerGuest: 5,
  pageHoldMinutes: 15,
  pageFillMinutes: 5,
  pagesPerAccount: 20,
  pollsPerAccount: 100,
  pollOptions: 60,
  pollVoters: 300,
  linksPerPage: 100,
  addressesPerPage: 20,
  pageSlugDays: 365,
  pinAttempts: 5,
  pinAttemptsPerDoor: 20,
  householdLetterDays: 45,
  lettersAtOnce: 200,
  tagsPerHousehold: 20,
  bookablesPerDisplay: 12,
  displaysPerBookable: 100,
  calendarsPerWall: 12,
  wallsPerPerson: 20,
  resetRequests: 5,
  resetMails: 20,
  resetWindowSeconds: 60 * 60,
  sessionDays: 30,
  sessionMostDays: 180,
  sessionTokenHours: 24,
  passkeysPerPerson: 20,
  passkeyRequests: 200,
  signInStepMinutes: 10,
  proofMinutes: 10,
  sessionOverlapSeconds: 60,
  inviteDays: 14,
  deviceLinkMinutes: 10,
  resetHours: 24,
  accountGraceDays: 30,
  formerAddresses: 20,
  formerLogins: 20,
  membersPerGroup: 500,
  photoSize: 64 * 1024,
  photoPixels: 1024,
  nameDaysSize: 16 * 1024,
  trashDays: 90,
  versionDays: 365,
  auditDays: 365,
  reminderLateMinutes: 12 * 60,
  uploadHours: 24,
  passwordLength: 10,
  nameLength: 200,
  provisioningSize: MIB,
  provisioningResults: 200,
  provisioningFilter: 2_000,
  provisioningOperations: 1_000,
  maxCallsInRequest: 128,
  maxValuesInRequest: 100_000,
  maxObjectsInGet: 5_000,
  maxSignUpsInGet: 50,
  answerSize: 16 * MIB,
  maxObjectsInSet: 1_000,
  davRequests: 10,
  davRequestsWaiting: 100,
  workSeconds: 120,
  maxConcurrentRequests: 8,
  maxConcurrentUpload: 4,
  xmlSize: 2 * MIB,
  xmlDepth: 64,
  hrefsPerMultiget: 5_000,
  inboxMessages: 500,
  mailAttempts: 30,
  mailsPerDay: 2_000,
  sendLeaseSeconds: 15,
  jobLeaseSeconds: 60,
  mailSize: 10 * MIB,
  mailParts: 100,
  freeBusyRecipients: 100,
  resultsPerSync: 5_000,
  deadProperties: 200,
  deadPropertySize: 64 * 1024,
};
