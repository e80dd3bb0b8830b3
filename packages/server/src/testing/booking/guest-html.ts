import type { App } from "../../app/app.ts";
import { bookingPage } from "../../guest/booking/pages.ts";

/** A booking page as a guest gets it. @param query of its address, by default in Swedish */
export async function guestHtml(app: App, slug: string, query = "lang=sv"): Promise<string> {
  const request = new Request(`https://snart.example/b/${slug}?${query}`);
  return (await bookingPage(app, request, { slug }, "192.0.2.1")).text();
}
