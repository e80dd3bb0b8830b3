import { core } from "./0001-core.ts";
import { retention } from "./0002-retention.ts";
import { inbox } from "./0003-inbox.ts";
import { availability } from "./0004-availability.ts";
import { objectProperties } from "./0005-object-properties.ts";
import { sharing } from "./0006-sharing.ts";
import { search } from "./0007-search.ts";
import { push } from "./0008-push.ts";
import { mail } from "./0009-mail.ts";
import { feeds } from "./0010-feeds.ts";
import { attachments } from "./0011-attachments.ts";
import { history } from "./0012-history.ts";
import { ownParts } from "./0013-own-parts.ts";
import { accounts } from "./0014-accounts.ts";
import { reminders } from "./0015-reminders.ts";
import { shortWords } from "./0016-short-words.ts";
import { buriedOwnParts } from "./0017-buried-own-parts.ts";
import { outboxOrder } from "./0018-outbox-order.ts";
import { organizers } from "./0019-organizers.ts";
import { groupAlarms } from "./0020-group-alarms.ts";
import { heldMail } from "./0021-held-mail.ts";
import { mendedOfFeeds } from "./0022-mended-of-feeds.ts";
import { accountUsage } from "./0023-account-usage.ts";
import { creators } from "./0024-creators.ts";
import { organizersOfVersions } from "./0025-organizers-of-versions.ts";
import { guessesAndSessions } from "./0026-guesses-and-sessions.ts";
import { formerBytes } from "./0027-former-bytes.ts";
import { bookingRefusals } from "./0032-booking-refusals.ts";
import { bookingPages } from "./0042-booking-pages.ts";
import { bookings } from "./0028-bookings.ts";
import { blobParts } from "./0029-blob-parts.ts";
import { steadySeries } from "./0030-steady-series.ts";
import { causesOfMail } from "./0031-causes-of-mail.ts";
import { bookingWaits } from "./0034-booking-waits.ts";
import { formerAddresses } from "./0033-former-addresses.ts";
import { begunBookings } from "./0035-begun-bookings.ts";
import { bookingsThatCount } from "./0037-bookings-that-count.ts";
import { households } from "./0036-households.ts";
import { displays } from "./0038-displays.ts";
import { draws } from "./0039-draws.ts";
import { bookingHandovers } from "./0040-booking-handovers.ts";
import { walls } from "./0041-walls.ts";
import { rulesAcceptances } from "./0043-rules-acceptances.ts";
import { polls } from "./0044-polls.ts";
import { signInSteps } from "./0045-sign-in-steps.ts";
import { collectionPushes } from "./0046-collection-pushes.ts";
import { identities } from "./0047-identities.ts";
import { photos } from "./0048-photos.ts";
import { provisioning } from "./0049-provisioning.ts";
import { pageAddresses } from "./0050-page-addresses.ts";
import { listedPages } from "./0051-listed-pages.ts";
import { voterHolds } from "./0052-voter-holds.ts";
import { shownNames } from "./0053-shown-names.ts";
import { equipment } from "./0054-equipment.ts";
import { pagesWithAccount } from "./0055-pages-with-account.ts";
import { toldByDirectory } from "./0056-told-by-directory.ts";
import { homePushes } from "./0057-home-pushes.ts";
import { formerLogins } from "./0058-former-logins.ts";
import { fewerMerges } from "./0059-fewer-merges.ts";
import { placesOfAGuest } from "./0060-places-of-a-guest.ts";
import type { Migration } from "../migration.ts";

/** Every migration in order; append only. */
export const migrations: readonly Migration[] = [
  core,
  retention,
  inbox,
  availability,
  objectProperties,
  sharing,
  search,
  push,
  mail,
  feeds,
  attachments,
  history,
  ownParts,
  accounts,
  reminders,
  shortWords,
  buriedOwnParts,
  outboxOrder,
  organizers,
  groupAlarms,
  heldMail,
  mendedOfFeeds,
  accountUsage,
  creators,
  organizersOfVersions,
  guessesAndSessions,
  formerBytes,
  bookings,
  blobParts,
  steadySeries,
  causesOfMail,
  bookingRefusals,
  formerAddresses,
  bookingWaits,
  begunBookings,
  households,
  bookingsThatCount,
  displays,
  draws,
  bookingHandovers,
  walls,
  bookingPages,
  rulesAcceptances,
  polls,
  signInSteps,
  collectionPushes,
  identities,
  photos,
  provisioning,
  pageAddresses,
  listedPages,
  voterHolds,
  shownNames,
  equipment,
  pagesWithAccount,
  toldByDirectory,
  homePushes,
  formerLogins,
  fewerMerges,
  placesOfAGuest,
];
