import type { Audience } from "../access/audience.ts";

/** The settings of the server that concern everybody, by the words that the use cases and the wire have in common. */
export interface ServerSettings {
  /** who finds people and sees when they are busy, where they have not said otherwise */
  readonly visibleTo: Audience;
}

/** ServerSettings (urn:snart:jmap), a singleton. */
export interface ServerSettingsRecord extends ServerSettings {
  readonly id: string;
}
