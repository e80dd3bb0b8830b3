import type { Browser, Page } from "@playwright/test";

/** A network as Chromium imitates it: bits a second, and milliseconds that each request waits at least. */
export interface SlowNetwork {
  readonly name: string;
  readonly down: number;
  readonly up: number;
  readonly latency: number;
}

/** As webpagetest.org has them. */
export const NETWORKS: readonly SlowNetwork[] = [
  { name: "3G (1.6 Mbit/s, 300 ms)", down: 1_600_000, up: 768_000, latency: 300 },
  { name: "slow 3G (400 kbit/s, 400 ms)", down: 400_000, up: 400_000, latency: 400 },
];

const PORT = 18_917;

/** A server whose guests come from elsewhere, by a proxy, and are answered however often they ask. */
export const guestServer = (): readonly string[] => [
  `--at=${new Date().toISOString()}`,
  `--port=${String(PORT)}`,
  `SNART_PUBLIC_URL=http://127.0.0.1:${String(PORT)}`,
  "SNART_TRUSTED_PROXIES=127.0.0.1",
  "SNART_LIMIT_PAGE_VIEWS=100000",
  "SNART_LIMIT_GUEST_ANSWERS=100000",
];

const SLOWDOWN = 4;

/** A phone in a context of its own, without anything cached, whose processor is four times as slow as this one. */
export async function openPhone(browser: Browser, network?: SlowNetwork): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    locale: "en-GB",
    // What comes from this machine is not packed.
    extraHTTPHeaders: { "x-forwarded-for": "203.0.113.9" },
    timezoneId: "Europe/Stockholm",
  });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWDOWN });
  if (network) {
    await session.send("Network.enable");
    await session.send("Network.emulateNetworkConditions", {
      offline: false,
      latency: network.latency,
      downloadThroughput: network.down / 8,
      uploadThroughput: network.up / 8,
    });
  }
  return page;
}

/**
 * When a page can be used, in milliseconds from its being asked for: it is painted, and all of it has been read, so that its links and
 * fields answer. Its typefaces may come later, and then replace others. And everything that came over the network, in bytes.
 */
export async function usableAt(
  page: Page,
  address: string,
): Promise<{ readonly at: number; readonly bytes: number }> {
  await page.goto(address, { waitUntil: "load" });
  return page.evaluate<{ readonly at: number; readonly bytes: number }>(USABLE);
}

const USABLE = `new Promise((resolve) => requestAnimationFrame(() => setTimeout(() => {
  const [loading] = performance.getEntriesByType("navigation");
  const [paint] = performance.getEntriesByName("first-contentful-paint");
  const others = performance.getEntriesByType("resource");
  const bytes = others.reduce((sum, each) => sum + each.transferSize, loading.transferSize);
  resolve({ at: Math.max(loading.domContentLoadedEventEnd, paint.startTime), bytes });
})))`;

/** @returns the middle one of some numbers, and the greatest */
export function middleAndMost(numbers: readonly number[]): {
  readonly middle: number;
  readonly most: number;
} {
  const sorted = numbers.toSorted((a, b) => a - b);
  return { middle: sorted[Math.floor(sorted.length / 2)] ?? NaN, most: sorted.at(-1) ?? NaN };
}
