import type { App } from "../../app/app.ts";
import type { Asked } from "./asked.ts";
import { nightsHtml } from "./nights.ts";
import type { Choosing } from "./choosing.ts";
import { timesHtml } from "./times.ts";

/** Where a guest chooses when: times of a day, or nights. */
export const choiceHtml = (app: App, asked: Asked, choosing: Choosing): Promise<string> =>
  choosing.type.type.nights ? nightsHtml(app, asked, choosing) : timesHtml(app, asked, choosing);
