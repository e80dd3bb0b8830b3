import type {
  Bookable,
  Booking,
  BookingHandover,
  BookingRefusal,
  BookingRulesVersion,
  BookingWait,
  Claim,
  Display,
  RulesAcceptance,
} from "../../records/bookings.ts";
import type { Household, HouseholdTag } from "../../records/households.ts";
import { columnsOf } from "../columns.ts";

export const bookable = columnsOf<Bookable>()({
  accountId: "plain",
  type: "plain",
  managersId: "plain",
  labels: "json",
  description: "plain",
  place: "plain",
  capacity: "plain",
  equipment: "json",
  answerMode: "plain",
});

export const bookingRules = columnsOf<BookingRulesVersion>()({
  accountId: "plain",
  version: "plain",
  rules: "json",
  createdAt: "plain",
  createdBy: "plain",
});

export const booking = columnsOf<Booking>()({
  id: "plain",
  accountId: "plain",
  unit: "plain",
  state: "plain",
  startsAt: "plain",
  endsAt: "plain",
  partyId: "plain",
  bookedBy: "plain",
  rulesVersion: "plain",
  key: "plain",
  objectId: "plain",
  recurrenceId: "plain",
  expiresAt: "plain",
  createdAt: "plain",
  changedAt: "plain",
});

export const claim = columnsOf<Claim>()({
  accountId: "plain",
  unit: "plain",
  cell: "plain",
  bookingId: "plain",
  expiresAt: "plain",
});

export const bookingRefusal = columnsOf<BookingRefusal>()({
  accountId: "plain",
  partyId: "plain",
  month: "plain",
  reason: "plain",
  times: "plain",
});

export const rulesAcceptance = columnsOf<RulesAcceptance>()({
  accountId: "plain",
  partyId: "plain",
  version: "plain",
  acceptedBy: "plain",
  acceptedAt: "plain",
});

export const bookingWait = columnsOf<BookingWait>()({
  id: "plain",
  accountId: "plain",
  state: "plain",
  startsAt: "plain",
  endsAt: "plain",
  partyId: "plain",
  askedBy: "plain",
  acceptedRules: "plain",
  holdId: "plain",
  expiresAt: "plain",
  createdAt: "plain",
  changedAt: "plain",
});

export const bookingHandover = columnsOf<BookingHandover>()({
  id: "plain",
  state: "plain",
  bookingId: "plain",
  bookingChangedAt: "plain",
  returnId: "plain",
  returnChangedAt: "plain",
  fromId: "plain",
  toId: "plain",
  askedBy: "plain",
  acceptedRules: "plain",
  isByTime: "flag",
  expiresAt: "plain",
  createdAt: "plain",
  changedAt: "plain",
});

export const household = columnsOf<Household>()({
  accountId: "plain",
  label: "plain",
  labelKey: "plain",
  pinHash: "plain",
  pinSetAt: "plain",
  isOwnPin: "flag",
  letterHash: "plain",
  letterAt: "plain",
  letterExpiresAt: "plain",
  createdAt: "plain",
});

export const householdTag = columnsOf<HouseholdTag>()({
  number: "plain",
  householdId: "plain",
  isBlocked: "flag",
  createdAt: "plain",
  usedAt: "plain",
});

export const display = columnsOf<Display>()({
  id: "plain",
  name: "plain",
  tokenHash: "plain",
  bookableIds: "json",
  calendarIds: "jsonOrNull",
  showsPrivate: "flag",
  createdBy: "plain",
  createdAt: "plain",
  seenAt: "plain",
});
