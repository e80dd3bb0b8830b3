import type { JSEvent } from "@snart/calendar/jscalendar/types.ts";
import { expect, type APIRequestContext } from "@playwright/test";
import { ENGLISH, type RunningServer } from "./fixtures.ts";

/** Makes events that no browser has looked at yet, of an hour in Stockholm unless they say otherwise. */
export async function makeEvents(
  request: APIRequestContext,
  server: RunningServer,
  events: readonly (Partial<JSEvent> & Pick<JSEvent, "title" | "start">)[],
  login = ENGLISH,
): Promise<void> {
  const headers = { authorization: `Basic ${btoa(`${login}:${server.password}`)}` };
  const session = (await (await request.get("/jmap/session", { headers })).json()) as {
    primaryAccounts: Record<string, string>;
  };
  const accountId = session.primaryAccounts["urn:ietf:params:jmap:calendars"];
  const call = async (name: string, args: object): Promise<Record<string, unknown>> => {
    const using = ["urn:ietf:params:jmap:core", "urn:ietf:params:jmap:calendars"];
    const data = { using, methodCalls: [[name, { accountId, ...args }, "0"]] };
    const answer = (await (await request.post("/jmap/api", { headers, data })).json()) as {
      methodResponses: [[string, Record<string, unknown>]];
    };
    return answer.methodResponses[0][1];
  };
  const [calendar] = (await call("Calendar/get", { ids: null }))["list"] as { id: string }[];
  const create = Object.fromEntries(
    events.map((it, index) => [
      `e${index}`,
      {
        "@type": "Event",
        duration: "PT1H",
        timeZone: "Europe/Stockholm",
        ...it,
        calendarIds: { [calendar?.id ?? ""]: true },
      },
    ]),
  );
  expect((await call("CalendarEvent/set", { create }))["notCreated"] ?? {}).toEqual({});
}
