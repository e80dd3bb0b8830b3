// `npm run demo`: a throw-away server, filled with a household, a housing association and an office around the current week. Nothing is kept when it
// stops.
import { randomInt } from "node:crypto";
import { StartProblem } from "../http/listen.ts";
import { configOfProcess, serve, stopOnSignal } from "../serve.ts";
import { seedBookings } from "./bookings/seed-bookings.ts";
import { DEMO_PEOPLE, seedDemo } from "./seed.ts";

const WORDS = ["snart", "lampa", "gran", "fjord", "hjortron", "mossa", "lingon", "ljung", "granit", "halm"];

/** Four words or numbers that are easy to read from the screen and type. */
const password = Array.from({ length: 4 }, () => WORDS[randomInt(WORDS.length)]).join("-");

async function main(): Promise<void> {
  const served = await serve(configOfProcess().config, {
    storageTarget: { kind: "sqlite", path: ":memory:" },
  });
  stopOnSignal(served);
  const now = Date.now();
  await seedDemo(served.app, now, password);
  const [administrator] = DEMO_PEOPLE;
  if (administrator) await seedBookings(served.app, now, password, administrator);
  const people = DEMO_PEOPLE.map(
    ({ email, language }) => `  ${email} (${language === "sv" ? "svenska" : "English"})`,
  );
  process.stdout.write(
    `Snart is ready to look at: ${served.url}\n\nSign in as\n${people.join("\n")}\nwith the password\n  ${password}\n\nNothing is kept when it stops.\n`,
  );
}

main().catch((error: unknown) => {
  process.stderr.write(
    `${error instanceof StartProblem ? error.message : String(error instanceof Error ? error.stack : error)}\n`,
  );
  process.exit(1);
});
