// Rings and sends reminders as the server does, in a process of its own, for bench/reminders.ts. A line on its input
// ends it.
import { DEFAULT_LIMITS } from "../packages/server/src/app/limits.ts";
import { MAIL_MESSAGE } from "../packages/server/src/app/outbox/queue-mail.ts";
import { PUSH_MESSAGE } from "../packages/server/src/app/push/push-subscriptions.ts";
import { loadConfig } from "../packages/server/src/config/load.ts";
import { startJobLoop } from "../packages/server/src/jobs/job-loop.ts";
import { startReminderLoop } from "../packages/server/src/jobs/reminder-loop.ts";
import type { EffectSender } from "../packages/server/src/jobs/send-effects.ts";
import { pushSender } from "../packages/server/src/jmap/push/send-push.ts";
import { openMail } from "../packages/server/src/mail/open-mail.ts";
import { agendaWords, reminderWords } from "../packages/server/src/mail/reminder-words.ts";
import { mailSender } from "../packages/server/src/mail/send-mail.ts";
import { openApp } from "../packages/server/src/open-app.ts";

const loaded = loadConfig({ env: process.env, folder: "/nonexistent" }, DEFAULT_LIMITS);
if (!loaded.ok) throw new Error(loaded.problems.join("\n"));
const opened = await openApp(loaded.config);
const { app } = opened;
const mail = openMail(loaded.config);
if (!mail) throw new Error("no mail");
const effects = new Map<string, EffectSender>([
  [MAIL_MESSAGE, mailSender(mail)],
  [PUSH_MESSAGE, pushSender({ subject: "https://snart.example", allowed: new Set(process.argv.slice(2)) })],
]);
const parts = { app, effects, onError: (error: unknown) => console.error(error) };
const words = { reminderWords: reminderWords(mail.publicUrl), agendaWords: agendaWords(mail.publicUrl) };
const loops = [
  startJobLoop({ ...parts, jobs: new Map() }, 1_000),
  startReminderLoop({ ...parts, ...words }, 1_000),
];
let hasRung = false;
const look = setInterval(() => {
  void app.storage
    .read((tx) => tx.reminders.isDue(app.now()))
    .then((isDue) => {
      if (hasRung && !isDue) console.log(`idle at ${Date.now()}`);
      hasRung ||= isDue;
    });
}, 200);
process.stdin.once("data", () => {
  clearInterval(look);
  const { user, system } = process.cpuUsage();
  console.log(`processor seconds ${((user + system) / 1e6).toFixed(1)}`);
  void Promise.all(loops.map((loop) => loop.stop(1_000)))
    .then(() => opened.close())
    .then(() => process.exit(0));
});
