/** The nouns of storage that front-ends may speak of; they import these here, never storage itself. */
export type { AccountChange } from "../storage/port.ts";
export type {
  AccessibleCalendar,
  BlobRecord,
  Calendar,
  CalendarId,
  CalendarView,
  ChangeSet,
  ChangeType,
  CollectionChanges,
  ComponentType,
  Credential,
  InboxChanges,
  InboxItem,
  Job,
  Modseq,
  ObjectHead,
  ObjectId,
  Preferences,
  Principal,
  PrincipalId,
  StoredObject,
} from "../storage/records.ts";
