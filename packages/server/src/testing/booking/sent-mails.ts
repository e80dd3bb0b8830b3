import type { App } from "../../app/app.ts";
import { sendEffects, type EffectSender } from "../../jobs/send-effects.ts";

/**
 * Sends what waits of one kind, to devices and by mail. What else is on its way has no sender here.
 * @returns the mails as they leave
 */
export async function sentMails(
  app: App,
  [kind, sender]: readonly [string, EffectSender],
): Promise<readonly string[]> {
  const outside = { domain: "snart.example", reaches: () => true } as unknown as NonNullable<App["outside"]>;
  const mails: string[] = [];
  const senders = new Map<string, EffectSender>([
    [kind, sender],
    ["mail", async (_, payload) => void mails.push(JSON.stringify(payload))],
  ]);
  await sendEffects(
    { ...app, outside },
    senders,
    () => undefined,
    () => false,
  );
  return mails;
}
