/** Whoever is sent one large piece has taken all of it at once, long before it is on its way. */
const PIECE = 256 * 1024;

/**
 * Reports the end of a stream: read completely, failed, or abandoned by the reader, even before the first piece. Nothing is read ahead,
 * and in small pieces, so that the end is not reported while most of it still waits to be sent.
 */
export function endedStream(
  stream: ReadableStream<Uint8Array>,
  end: () => void,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const reader = (stream as ReadableStream<Uint8Array<ArrayBuffer>>).getReader();
  let rest: Uint8Array<ArrayBuffer> | undefined;
  const next = async (): Promise<Uint8Array<ArrayBuffer> | undefined> => {
    const piece = rest ?? (await reader.read()).value;
    rest = piece && piece.byteLength > PIECE ? piece.subarray(PIECE) : undefined;
    return rest ? piece?.subarray(0, PIECE) : piece;
  };
  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        try {
          const piece = await next();
          if (piece) return controller.enqueue(piece);
          end();
          controller.close();
        } catch (error) {
          end();
          throw error;
        }
      },
      async cancel(reason) {
        end();
        await reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}
