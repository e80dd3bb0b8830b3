import { callAs } from "./call-as.ts";
import { expect, test } from "./fixtures.ts";
import { makePoll } from "./make-poll.ts";
import { sendGuestForm } from "./send-guest-form.ts";

test("whoever made a poll finds at the bell that everybody has answered, and goes there", async ({
  page,
  signIn,
  browser,
  server,
}) => {
  await signIn(page);
  const options = [{ start: "2026-12-14T17:00:00Z" }];
  const { id, path } = await makePoll(page, { title: "Choir supper?", options });
  await page.goto(`/polls/${id}`);
  const yes = page.getByRole("radio", { name: "Yes" });
  await yes.click();
  await expect(yes).toBeChecked();
  const guest = await (await browser.newContext({ javaScriptEnabled: false, locale: "en-GB" })).newPage();
  await guest.goto(server.url + path);
  await guest.getByRole("radio", { name: "Yes" }).press("Space");
  await guest.getByLabel("Your name").fill("Bo Ek");
  const send = guest.getByRole("button", { name: "Send your answers" });
  await sendGuestForm(send, guest.getByText("Your answers are saved."));
  await guest.context().close();
  // It comes while the calendar is looked at, too.
  await page.goto("/week");
  const bell = page.getByRole("button", { name: /^Notifications, \d+ unread$/ });
  await bell.press("Enter");
  const said = page.getByRole("button", {
    name: "All 2 have answered “Choir supper?”. You can decide now",
    exact: true,
  });
  await said.press("Enter");
  await expect(page.getByRole("heading", { name: "Choir supper?" })).toBeVisible();
  const [left] = await callAs(page, [["PollNotification/get", { ids: null }]]);
  expect((left as { list: object[] }).list).toEqual([]);
});
