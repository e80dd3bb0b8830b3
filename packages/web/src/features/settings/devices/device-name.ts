/** The kind of a device, for its picture in the list. */
export type DeviceKind = "phone" | "tablet" | "computer" | "program";

interface DeviceProgram {
  readonly kind: DeviceKind;
  /** name of the system or program; a proper name, the same in every language */
  readonly name: string;
}

const programs: readonly (readonly [RegExp, DeviceProgram])[] = [
  [/DAVx|davdroid/i, { kind: "phone", name: "Android, DAVx⁵" }],
  [/iPad/i, { kind: "tablet", name: "iPadOS" }],
  [/\biOS\b|iPhone|dataaccessd/i, { kind: "phone", name: "iOS" }],
  [/macOS|Mac ?OS ?X|CalendarAgent/i, { kind: "computer", name: "macOS" }],
  [/Thunderbird/i, { kind: "computer", name: "Thunderbird" }],
  [/Evolution/i, { kind: "computer", name: "Evolution" }],
  [/Outlook|CalDavSynchronizer/i, { kind: "computer", name: "Outlook" }],
  [/Android/i, { kind: "phone", name: "Android" }],
  [/vdirsyncer/i, { kind: "program", name: "vdirsyncer" }],
];

/** Longer names add nothing and break the row. */
const LONGEST = 60;

/** Reads a client's own name (its User-Agent); unknown ones are shown by the name before their version. */
export function deviceProgram(userAgent: string): DeviceProgram {
  const known = programs.find(([pattern]) => pattern.test(userAgent));
  if (known) return known[1];
  const name = userAgent.split(/[/(]/, 1)[0]?.trim() ?? "";
  return { kind: "program", name: name.slice(0, LONGEST) };
}
