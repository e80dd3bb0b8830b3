// For a page of another site that shows a booking page in a frame: gives the frame the height that the booking page says, and nothing else. It
// may be left out; then the frame scrolls.

{
  const LOWEST = 200;
  const HIGHEST = 10_000;
  addEventListener("message", ({ source, origin, data }: MessageEvent<unknown>) => {
    const height = (data as { readonly snartHeight?: unknown } | null)?.snartHeight;
    if (typeof height !== "number" || !Number.isFinite(height)) return;
    for (const frame of document.querySelectorAll("iframe"))
      if (frame.contentWindow === source && new URL(frame.src).origin === origin)
        frame.style.height = `${Math.min(Math.max(Math.ceil(height), LOWEST), HIGHEST)}px`;
  });
  // A frame that was drawn before this script came has said it to nobody.
  const own = (document.currentScript as HTMLScriptElement | null)?.src;
  if (own !== undefined)
    for (const frame of document.querySelectorAll("iframe"))
      if (frame.src !== "" && new URL(frame.src).origin === new URL(own).origin)
        frame.contentWindow?.postMessage({ snartHeight: "?" }, "*");
}
