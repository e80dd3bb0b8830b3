import type { Audience } from "@snart/calendar/access/audience.ts";
import type { App } from "../app/app.ts";
import { AUDIENCE_SETTING } from "../app/visible-people.ts";

/** Sets who finds people on the server and sees when they are busy, as its administrator would. */
export const setAudience = (app: App, audience: Audience): Promise<void> =>
  app.storage.write((tx) => tx.settings.replace(AUDIENCE_SETTING, audience));
