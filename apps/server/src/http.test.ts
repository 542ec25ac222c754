import { get } from "node:http";
import { afterEach, expect, test } from "vitest";
import { type Door, listenerOf, takePort } from "./http.ts";

const doors: Door[] = [];
afterEach(async () => {
  for (const door of doors.splice(0)) await door.close(0);
});

async function take(port = 0, nearby = true) {
  const door = await takePort(port, nearby);
  doors.push(door);
  return { ...door, url: `http://localhost:${door.port}/` };
}

const behindProxy = false;
const hello = listenerOf(() => new Response("hello"), { behindProxy });

test("until it is opened, everybody is asked to come back", async () => {
  const { url, open } = await take();
  const early = await fetch(url);
  expect([early.status, early.headers.get("retry-after")]).toEqual([503, "2"]);
  open(hello);
  expect(await (await fetch(url)).text()).toBe("hello");
});

test("a port in use is known at once", async () => {
  const { port } = await take();
  await expect(take(port)).rejects.toMatchObject({ code: "EADDRINUSE", port });
});

test.each([true, false])("it answers on the loopback address (nearby: %s)", async (nearby) => {
  const { port, open } = await take(0, nearby);
  open(hello);
  expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe("hello");
});

test("closing lets the request under way end and takes no other", async () => {
  const { url, open, close } = await take();
  let begun = () => {};
  let finish = () => {};
  const running = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const pause = new Promise<void>((resolve) => {
    finish = resolve;
  });
  open(
    listenerOf(
      async () => {
        begun();
        await pause;
        return new Response("done");
      },
      { behindProxy },
    ),
  );
  const answer = fetch(url);
  await running;
  const end = close();
  await expect(fetch(url)).rejects.toThrow();
  finish();
  expect(await (await answer).text()).toBe("done");
  await end;
});

test("closing waits only so long", async () => {
  const { url, open, close } = await take();
  const running = new Promise<void>((begun) => open(() => begun()));
  const cut = new Promise<Error>((resolve) => get(url).on("error", resolve));
  await running;
  await close(0.1);
  expect(await cut).toMatchObject({ code: "ECONNRESET" });
});
