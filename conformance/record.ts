// Records a client's requests and their answers, a line of JSON each: `node conformance/record.ts URL PORT FILE
// [LOGIN]`. The client is pointed at PORT of loopback; passwords are not recorded. With a LOGIN the proxy signs in
// itself.
import { appendFileSync } from "node:fs";
import { startProxy } from "./proxy.ts";

const [target = "", port = "0", file = "trace.jsonl", login] = process.argv.slice(2);
const proxy = await startProxy(target, {
  port: Number(port),
  login,
  tell: (traced) => appendFileSync(file, `${JSON.stringify(traced)}\n`),
});
console.log(`Recording at ${proxy.url}`);
