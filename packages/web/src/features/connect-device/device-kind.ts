/** How a device takes its calendars: by Apple's profile, by an app that is opened with everything filled in, or by hand. */
interface DeviceGuess {
  readonly way: "profile" | "davx5" | "hand";
  /** what to call it until its owner says otherwise */
  readonly name: string;
}

const guesses: readonly (readonly [RegExp, DeviceGuess])[] = [
  [/iPhone/, { way: "profile", name: "iPhone" }],
  [/iPad/, { way: "profile", name: "iPad" }],
  // An iPad in its usual mode calls itself a Macintosh, too.
  [/Macintosh/, { way: "profile", name: "Mac" }],
  [/Android/, { way: "davx5", name: "Android" }],
  [/Windows/, { way: "hand", name: "Windows" }],
  [/Linux|X11/, { way: "hand", name: "Linux" }],
];

/** @param userAgent what the browser calls itself */
export const guessDevice = (userAgent: string): DeviceGuess =>
  guesses.find(([pattern]) => pattern.test(userAgent))?.[1] ?? { way: "hand", name: "" };

/**
 * The address that opens DAVx⁵ with everything filled in: its `davx5` scheme stands for https, `caldav` for plain http
 * (LoginActivity of bitfireAT/davx5-ose).
 * @param server where the calendars are: "https://kalender.example/dav/"
 */
export function davx5Address(server: string, login: string, secret: string): string {
  const { protocol, host, pathname } = new URL(server);
  const scheme = protocol === "https:" ? "davx5" : "caldav";
  return `${scheme}://${encodeURIComponent(login)}:${encodeURIComponent(secret)}@${host}${pathname}`;
}
