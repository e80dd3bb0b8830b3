import { endedStream } from "./ended-stream.ts";

/** Whoever holds an answer of no more bytes holds nothing up. */
const SMALL = 64 * 1024;

/** The answer, with `leave` called when it is read, broken off or failed, or has little to read. */
export async function heldAnswer(answer: () => Promise<Response>, leave: () => void): Promise<Response> {
  try {
    const response = await answer();
    const isSmall = Number(response.headers.get("content-length") ?? Infinity) <= SMALL;
    if (response.body && !isSmall) return new Response(endedStream(response.body, leave), response);
    leave();
    return response;
  } catch (error) {
    leave();
    throw error;
  }
}
