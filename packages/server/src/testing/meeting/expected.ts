// What everybody must see of the meeting at five moments of its life (meeting-life.test.ts), worked out by hand.

const WORDS: Readonly<Record<string, string>> = {
  A: "accepted",
  D: "declined",
  N: "needs-action",
  T: "tentative",
};
const GUESTS = ["asa", "bengt", "bo", "cilla"];

/** @param answers of asa, bengt, bo and cilla; fewer if the last ones are no longer invited */
const day = (when: string, answers: string, status = "confirmed"): string =>
  [
    when,
    status,
    ...Array.from(answers, (one, index) => `${GUESTS[index]}=${WORDS[one]}`),
    "elin=accepted",
  ].join(" ");
const NOONS = ["12-01", "12-08", "12-15", "12-22", "12-29"].map((date) => `${date}T11:00/12:00`);
const [FIRST, , , CANCELLED, LAST] = NOONS;
const PROPOSED = "12-08T14:00/15:00";
const MOVED = "12-16T11:00/12:00";
const all = (answers: string): readonly string[] => NOONS.map((when) => day(when, answers));

/** The state of single days: of those that changed, and of the rest. */
const days = (
  rest: string,
  { moved, last, cancelled }: { readonly moved: string; readonly last: string; readonly cancelled?: string },
  status?: string,
): readonly string[] => [
  day(`${FIRST}`, rest, status),
  day(PROPOSED, rest, status),
  day(MOVED, moved, status),
  ...(cancelled === undefined ? [] : [day(`${CANCELLED}`, cancelled, "cancelled")]),
  day(`${LAST}`, last, status),
];
const bare = (lines: readonly string[]): readonly string[] =>
  lines.map((line) => line.split(" ").slice(0, 2).join(" "));

const UNASKED = { elin: {}, bengt: { REQUEST: 1 }, cilla: { REQUEST: 1 }, asa: { REQUEST: 1 } };

/** All are invited; nobody has answered. */
export const INVITED = {
  elin: all("NNNN"),
  bengt: all("NNNN"),
  cilla: all("NNNN"),
  asa: bare(all("")),
  inboxes: UNASKED,
  statuses: ["asa 1.1", "bengt 1.2", "bo 1.1", "cilla 1.2"],
  log: { "asa@elsewhere.example": ["REQUEST sent"], "bo@third.example": ["REQUEST sent"] },
  mails: { "asa@elsewhere.example": ["REQUEST 1"], "bo@third.example": ["REQUEST 1"] },
};

const COMING = [...all("AANN").slice(0, -1), day(`${LAST}`, "ADNN")];

/** bengt and asa come, bengt but not on the last day. Who has an account sees it; nobody else is notified of an answer. */
export const ANSWERED = {
  ...INVITED,
  elin: COMING,
  bengt: COMING,
  cilla: COMING,
  inboxes: { ...UNASKED, elin: { REPLY: 3 } },
  statuses: ["asa 2.0", "bengt 2.0", "bo 1.1", "cilla 1.2"],
  log: { "asa@elsewhere.example": ["REQUEST answered ACCEPTED"], "bo@third.example": ["REQUEST sent"] },
};

const CHANGED_FOR_GUESTS = { moved: "DTNN", last: "ADNN", cancelled: "AANN" };

/** One is where asa proposed it, one is moved and answered again, one is cancelled. */
export const CHANGED = {
  elin: days("AANN", { moved: "DTNN", last: "ADNN" }),
  bengt: days("AANN", CHANGED_FOR_GUESTS),
  cilla: days("AANN", CHANGED_FOR_GUESTS),
  asa: bare(days("", { moved: "", last: "", cancelled: "" })),
  inboxes: {
    elin: { REPLY: 7 },
    bengt: { REQUEST: 3, CANCEL: 1 },
    cilla: { REQUEST: 3, CANCEL: 1 },
    asa: { REQUEST: 3, CANCEL: 1 },
  },
  statuses: INVITED.statuses,
  log: {
    "asa@elsewhere.example": [
      "REQUEST answered ACCEPTED",
      "REQUEST answered ACCEPTED",
      "REQUEST answered DECLINED",
      "CANCEL sent",
    ],
    "bo@third.example": ["REQUEST sent", "REQUEST sent", "REQUEST sent", "CANCEL sent"],
  },
  mails: {
    "asa@elsewhere.example": ["REQUEST 1", "REQUEST 3", "REQUEST 4", "CANCEL 1"],
    "bo@third.example": ["REQUEST 1", "REQUEST 3", "REQUEST 4", "CANCEL 1"],
  },
};

/** bo and cilla are no longer invited: they are notified, bengt's copy follows silently, and asa gets nothing. */
export const SMALLER = {
  ...CHANGED,
  elin: days("AA", { moved: "DT", last: "AD" }),
  bengt: days("AA", { moved: "DT", last: "AD", cancelled: "AANN" }),
  cilla: days("AANN", CHANGED_FOR_GUESTS, "cancelled"),
  inboxes: { ...CHANGED.inboxes, cilla: { REQUEST: 3, CANCEL: 2 } },
  statuses: ["asa 1.1", "bengt 1.2"],
  log: { ...CHANGED.log, "bo@third.example": [...CHANGED.log["bo@third.example"], "CANCEL sent"] },
  mails: { ...CHANGED.mails, "bo@third.example": [...CHANGED.mails["bo@third.example"], "CANCEL 1"] },
};

/** It is cancelled: the remaining guests keep it as cancelled, and nobody else is notified again. */
export const OVER = {
  ...SMALLER,
  elin: [],
  bengt: days("AA", { moved: "DT", last: "AD", cancelled: "AANN" }, "cancelled"),
  asa: bare(days("", { moved: "", last: "", cancelled: "" }, "cancelled")),
  inboxes: {
    ...SMALLER.inboxes,
    bengt: { REQUEST: 3, CANCEL: 2 },
    asa: { REQUEST: 3, CANCEL: 2 },
  },
  statuses: [],
  log: {
    ...SMALLER.log,
    "asa@elsewhere.example": [...SMALLER.log["asa@elsewhere.example"], "CANCEL sent"],
  },
  mails: {
    ...SMALLER.mails,
    "asa@elsewhere.example": [...SMALLER.mails["asa@elsewhere.example"], "CANCEL 1"],
  },
};

/**
 * The same organized by asa at the other server, for bengt, elin and bo, all of whom get mail; nobody proposes
 * another time.
 */
export const ELSEWHERE = {
  asa: [
    "12-01T11:00/12:00 confirmed asa=accepted bengt=accepted",
    "12-08T11:00/12:00 confirmed asa=accepted bengt=accepted",
    "12-16T11:00/12:00 confirmed asa=accepted bengt=tentative",
    "12-29T11:00/12:00 confirmed asa=accepted bengt=declined",
  ],
  bengt: [
    "12-01T11:00/12:00 confirmed",
    "12-08T11:00/12:00 confirmed",
    "12-16T11:00/12:00 confirmed",
    "12-22T11:00/12:00 cancelled",
    "12-29T11:00/12:00 confirmed",
  ],
  elin: [
    "12-01T11:00/12:00 cancelled",
    "12-08T11:00/12:00 cancelled",
    "12-16T11:00/12:00 cancelled",
    "12-22T11:00/12:00 cancelled",
    "12-29T11:00/12:00 cancelled",
  ],
  log: {
    "bengt@snart.example": [
      "REQUEST answered DECLINED",
      "REQUEST answered TENTATIVE",
      "CANCEL sent",
      "CANCEL sent",
    ],
    "elin@snart.example": ["REQUEST sent", "REQUEST sent", "CANCEL sent", "CANCEL sent"],
    "bo@third.example": ["REQUEST sent", "REQUEST sent", "CANCEL sent", "CANCEL sent"],
  },
  inboxes: [{ REPLY: 3 }, { REQUEST: 2, CANCEL: 2 }, { REQUEST: 2, CANCEL: 2 }],
};
