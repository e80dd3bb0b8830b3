// A worker: fetches a calendar from an address that somebody has given on the page of a poll. That page may ask nobody for anything; this
// may, by a policy of its own (`http/static-site.ts`), and knows nothing but the address. Most sites let no other page read a calendar.

{
  /** Bytes; as much as of a file (`poll.ts`). */
  const LARGEST = 20_000_000;
  const PATIENCE = 20_000;

  addEventListener("message", ({ data }: MessageEvent<string>) => {
    textAt(data).then(
      (text) => postMessage({ text }),
      () => postMessage({}),
    );
  });

  /** @throws if there is none, it is too large, or the site does not let it be read */
  async function textAt(address: string): Promise<string> {
    const answer = await fetch(address, {
      credentials: "omit",
      referrerPolicy: "no-referrer",
      cache: "no-store",
      signal: AbortSignal.timeout(PATIENCE),
    });
    if (!answer.ok || !answer.body) throw new Error(`nothing is there: ${String(answer.status)}`);
    const decoder = new TextDecoder();
    let [text, bytes] = ["", 0];
    for await (const piece of piecesOf(answer.body)) {
      bytes += piece.byteLength;
      if (bytes > LARGEST) throw new Error("it is too large");
      text += decoder.decode(piece, { stream: true });
    }
    return text + decoder.decode();
  }

  /** Browsers that can't iterate over a stream have readers. */
  async function* piecesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
    const reader = stream.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  }
}
