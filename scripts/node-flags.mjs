/**
 * What Node is started with when it is the server. What a request leaves behind dies young: given the room, V8 takes twice 32 MiB for
 * that and never gives it back. With twice 8 it tidies up more often, which costs answers of half a megabyte some 5 %, and small ones nothing.
 */
export const SERVER_FLAGS = ["--max-semi-space-size=8"];

/**
 * For glibc's malloc, which others pass over: what is larger than this is given back when it is freed. Left to itself, glibc raises the
 * bound with the first 19 MiB that a password's hash takes, and then keeps such a piece in each of its arenas: 130 MiB after eight sign-ins.
 */
export const SERVER_ENVIRONMENT = { MALLOC_MMAP_THRESHOLD_: "1048576" };
