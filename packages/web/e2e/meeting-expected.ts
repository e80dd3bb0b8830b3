// What everybody must see of the meeting at five moments of its life (meeting-life.spec.ts), worked out by hand.

export const ASA = "asa@elsewhere.example";

/**
 * One of the five days in the form of `calendarOf`.
 * @param answers of asa, bengt and cilla, as far as they are invited
 */
const day = (when: string, answers: string, status = "confirmed"): string =>
  [
    `${when}:00/${String(Number(when.slice(6)) + 1)}:00`,
    status,
    ...Array.from(answers, (one, at) => `${["asa", "bengt", "cilla"][at]}=${WORDS[one]}`),
    "elin=accepted",
  ].join(" ");
const WORDS: Readonly<Record<string, string>> = {
  A: "accepted",
  D: "declined",
  N: "needs-action",
  T: "tentative",
};
const LAST = "12-29T11";
export const TUESDAYS = ["12-01T11", "12-08T11", "12-15T11", "12-22T11", LAST];

const asked = TUESDAYS.map((when) => day(when, "NNN"));

/** All are invited; nobody has answered. */
export const INVITED = {
  elin: asked,
  bengt: asked,
  cilla: asked,
  statuses: ["asa 1.1", "bengt 1.2", "cilla 1.2"],
  log: { [ASA]: ["REQUEST sent"] },
  mails: { [ASA]: ["REQUEST 1"] },
};

const answered = [...TUESDAYS.slice(0, -1).map((when) => day(when, "TAA")), day(LAST, "TDA")];

/** Everybody here sees the answers of the others; nobody is notified of them, and asa gets no mail for them. */
export const ANSWERED = {
  ...INVITED,
  elin: answered,
  bengt: answered,
  cilla: answered,
  statuses: ["asa 2.0", "bengt 2.0", "cilla 2.0"],
  log: { [ASA]: ["REQUEST answered TENTATIVE"] },
};

const seen = [
  day("12-01T11", "TAA"),
  day("12-08T14", "NNN"),
  day("12-16T11", "NNN"),
  day("12-22T11", "TAA", "cancelled"),
  day(LAST, "TDA"),
];

/** One is where asa proposed it, one is moved, and one is cancelled: all are asked again for the moved one. */
export const CHANGED = {
  ...INVITED,
  elin: seen.filter((line) => !line.includes("cancelled")),
  bengt: seen,
  cilla: seen,
  log: { [ASA]: ["REQUEST answered TENTATIVE", "REQUEST sent", "REQUEST sent", "CANCEL sent"] },
  mails: { [ASA]: ["REQUEST 1", "REQUEST 3", "REQUEST 4", "CANCEL 1"] },
};

const left = [day("12-01T11", "TA"), day("12-08T14", "NN"), day("12-16T11", "NN"), day(LAST, "TD")];

/** A guest goes on seeing the cancelled one, as it was then. */
const leftAndCancelled = left.toSpliced(3, 0, day("12-22T11", "TAA", "cancelled"));

/** cilla is not asked any more: asa hears nothing of it. */
export const SMALLER = {
  ...CHANGED,
  elin: left,
  bengt: leftAndCancelled,
  cilla: seen.map((line) => line.replace("confirmed", "cancelled")),
  statuses: ["asa 1.1", "bengt 1.2"],
};

/** It is cancelled; nobody is notified again of earlier cancellations. */
export const OVER = {
  ...SMALLER,
  elin: [],
  bengt: leftAndCancelled.map((line) => line.replace("confirmed", "cancelled")),
  statuses: [],
  log: { [ASA]: [...CHANGED.log[ASA], "CANCEL sent"] },
  mails: { [ASA]: [...CHANGED.mails[ASA], "CANCEL 1"] },
};
