/**
 * Node's flags for the server and the command line. The objects of a request die young: given the room, V8 takes twice 32 MiB for them and
 * never gives it back. With twice 8 it collects more often, which costs answers of half a megabyte some 5 %, and
 * small ones nothing.
 *
 * Left to itself, V8 lets the heap of a busy server grow to four times what is in use before it looks for what is not:
 * eight requests that read large events took 480 MB, and take 320 when it may double.
 * The same holds for a command that goes through everything: restoring 100,000 events into PostgreSQL takes 63 MB more
 * than an idle command, and took 153.
 */
export const MEMORY_FLAGS = ["--max-semi-space-size=8", "--heap-growing-percent=100"];

/** The server lets V8 look for what it doesn't need any more once it has started. */
export const SERVER_FLAGS = [...MEMORY_FLAGS, "--expose-gc"];

/**
 * For glibc's malloc; others ignore it: larger pieces are given back when they are freed. Left to itself, glibc
 * raises the bound with the first 19 MiB for a password's hash, and then keeps such a piece in each of its arenas:
 * 130 MiB after eight sign-ins.
 */
export const SERVER_ENVIRONMENT = { MALLOC_MMAP_THRESHOLD_: "1048576" };
