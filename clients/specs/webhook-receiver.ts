import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** Starts a server that stores the bodies it receives. */
export async function startWebhookReceiver() {
  const posts: string[] = [];
  const server = createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request.setEncoding("utf8")) text += chunk;
    posts.push(text);
    response.end();
  });
  await new Promise<void>((listens) => server.listen(0, "localhost", listens));
  const url = `http://localhost:${(server.address() as AddressInfo).port}/`;
  return { posts, url, close: () => server.close() };
}
