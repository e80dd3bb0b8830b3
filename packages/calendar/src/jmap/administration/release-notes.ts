import type { UTCDateTime } from "../../jscalendar/types.ts";

/** Sentences in each display language, as many in one as in the other. */
export type InLanguages = Readonly<Record<"en-GB" | "sv", readonly string[]>>;

/** What a version brought. */
export interface ReleaseNote {
  readonly version: string;
  readonly changed: InLanguages;
  /** what whoever runs the server has to do; usually nothing */
  readonly toDo: InLanguages;
}

/** The versions of Snart, and which of them this server came to last (`Server/releaseNotes`). */
export interface ReleaseNotesRecord {
  /** the newest that has served these data; null: none has yet */
  readonly version: string | null;
  /** the version before it; null: there was none */
  readonly from: string | null;
  readonly upgradedAt: UTCDateTime | null;
  /** the administrator who asks has not read of the upgrade */
  readonly isUnread: boolean;
  /** newest first */
  readonly notes: readonly ReleaseNote[];
}
