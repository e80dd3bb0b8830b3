/** Reports the end of a stream: read completely, failed, or abandoned by the reader, even before the first piece. */
export function endedStream(
  stream: ReadableStream<Uint8Array>,
  end: () => void,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const reader = (stream as ReadableStream<Uint8Array<ArrayBuffer>>).getReader();
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (!done) return controller.enqueue(value);
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
  });
}
