import type { App } from "../../app/app.ts";
import { suspicionOfData } from "../../open-app.ts";
import type { Command, CommandContext } from "../command.ts";
import { examineAttachments } from "../examine-attachments.ts";
import { examineCalendar } from "../examine-calendar.ts";

export const doctor: Command = {
  name: "doctor",
  usage: "[--reindex]",
  summary:
    "Checks the database and every stored object against what is derived from it; --reindex derives anew what is wrong.",
  options: { reindex: { type: "boolean" } },
  positionals: 0,
  async run(context) {
    const suspicion = suspicionOfData(context.config);
    if (suspicion !== undefined) {
      context.stdout(`Database: sqlite, not in order: ${suspicion}\nNothing else was examined.\n`);
      return 1;
    }
    const app = await context.openApp();
    const { dialect, schemaVersion, ok, detail } = await app.storage.health();
    const wrong = [...(ok ? [] : [detail]), ...(await app.storage.examine())];
    const state = wrong.length === 0 ? "in order" : `not in order: ${wrong.join("; ")}`;
    context.stdout(`Database: ${dialect}, schema version ${schemaVersion}, ${state}\n`);
    const unmended = await examineAll(context, app, context.values["reindex"] === true);
    const damaged = await examineAttachments(app, (what) => context.stderr(`${what}\n`));
    if (damaged.contents > 0)
      context.stdout(`${damaged.contents} attached files, ${inMebibytes(damaged.bytes)} MiB.\n`);
    return wrong.length === 0 && unmended === 0 && damaged.wrong === 0 ? 0 : 1;
  },
};

const inMebibytes = (bytes: number): string => (bytes / 1024 / 1024).toFixed(1);

/** @returns how many objects still have problems */
async function examineAll(context: CommandContext, app: App, mend: boolean): Promise<number> {
  const principals = await app.storage.read((tx) => tx.principals.list());
  let calendars = 0;
  const sum = { objects: 0, wrong: 0, mended: 0 };
  for (const { id, login } of principals) {
    for (const calendar of await app.storage.read((tx) => tx.calendars.ofAccount(id))) {
      calendars++;
      const say = (uri: string, what: string): void =>
        context.stderr(`${login}/${calendar.uri}/${uri}: ${what}\n`);
      const found = await examineCalendar(app, calendar, { mend, say });
      sum.objects += found.objects;
      sum.wrong += found.wrong;
      sum.mended += found.mended;
    }
  }
  context.stdout(`${principals.length} accounts, ${calendars} calendars, ${sum.objects} objects.\n`);
  const mended = mend ? `, ${sum.mended} of them derived anew` : "";
  context.stdout(
    sum.wrong === 0 ? "Every object is in order.\n" : `${sum.wrong} objects were not in order${mended}.\n`,
  );
  return sum.wrong - sum.mended;
}
