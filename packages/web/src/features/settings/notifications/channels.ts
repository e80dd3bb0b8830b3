import type { Preferences } from "../../../api/auth-client.ts";

export const CHANNELS = ["app", "mail", "push"] as const;
type Channel = (typeof CHANNELS)[number];
export const NOTICES = ["invitations", "changes", "answers", "shared", "shares"] as const;
export type ChannelRow = "reminders" | (typeof NOTICES)[number];

/** The server's defaults for people who have not chosen (docs/api.md, "Notifications"). */
const DEFAULTS: Readonly<Record<ChannelRow, readonly Channel[]>> = {
  reminders: ["app", "push"],
  invitations: ["app", "push"],
  changes: ["app", "push"],
  answers: ["app"],
  shared: ["app"],
  shares: ["app"],
};

const chosenOf = ({ reminders, notices }: Preferences, row: ChannelRow) =>
  (row === "reminders" ? reminders : notices?.[row]) ?? {};

/** Whether a kind of notice uses a channel. */
export const comesBy = (preferences: Preferences, row: ChannelRow, channel: Channel): boolean =>
  chosenOf(preferences, row)[channel] ?? DEFAULTS[row].includes(channel);

/** Returns the preferences with a channel on or off for something; the other choices stay. */
export function withChannel(
  preferences: Preferences,
  row: ChannelRow,
  channel: Channel,
  isOn: boolean,
): Pick<Preferences, "reminders" | "notices"> {
  const chosen = { ...chosenOf(preferences, row), [channel]: isOn };
  return row === "reminders" ? { reminders: chosen } : { notices: { ...preferences.notices, [row]: chosen } };
}
