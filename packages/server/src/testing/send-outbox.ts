import type { App } from "../app/app.ts";
import { PAGE_BOOKING_NOTICE } from "../app/booking-pages/notice.ts";
import { NOTICE } from "../app/notices/notice.ts";
import { deliverShareNotice, SHARE_NOTICE } from "../app/notices/share-notice.ts";
import { deliverMessage } from "../app/delivery/deliver.ts";
import { SCHEDULING_MESSAGE } from "../app/scheduling/outgoing.ts";
import { ANSWERS_MESSAGE, sendAnswers } from "../app/scheduling/spread-answers.ts";
import { noticeSender } from "../mail/notice-words.ts";
import { pageBookingSender } from "../mail/page-booking-words.ts";
import { sendEffects } from "../jobs/send-effects.ts";

/** Sends everything in the outbox, as the job loop does. Throws what failed. */
export async function sendOutbox(app: App): Promise<void> {
  const errors: unknown[] = [];
  const senders = new Map([
    [SCHEDULING_MESSAGE, deliverMessage],
    [ANSWERS_MESSAGE, sendAnswers],
    [SHARE_NOTICE, deliverShareNotice],
    [NOTICE, noticeSender(null)],
    [PAGE_BOOKING_NOTICE, pageBookingSender(null)],
  ]);
  await sendEffects(
    app,
    senders,
    (error) => errors.push(error),
    () => false,
  );
  if (errors.length > 0) throw new AggregateError(errors, String(errors[0]));
}
