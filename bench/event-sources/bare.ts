// A bare handler of `node:http` whose answers don't end, in a process of its own; tells its parent the port.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

const server = createServer((_request, response) => {
  response.writeHead(200, { "Content-Type": "text/event-stream" });
  response.write("retry: 2000\n\n");
});
server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
