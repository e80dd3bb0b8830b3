// Prints the path of a program of the server, built if it is stale: `node scripts/server-program.mjs main|cli|demo`.
import { serverProgram } from "./build.mjs";

process.stdout.write(serverProgram(process.argv[2]));
