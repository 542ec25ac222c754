import { chmodSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { createClient } from "@uola/client";
import { folder, ownerKey, portsBeside } from "../harness/addresses.ts";
import { bookingInput, bookingOf, newVisitorClient, sessionAhead } from "../harness/desk.ts";
import { copyPreparedData } from "../harness/prepared-data.ts";
import { startUola, type Uola } from "../harness/uola.ts";
import { expect, newPerson, test } from "../people.ts";

test("a confirmed booking survives a crash", async () => {
  test.slow();
  const own = join(folder, "crash");
  rmSync(own, { recursive: true, force: true });
  mkdirSync(own, { recursive: true });
  chmodSync(own, 0o755);
  const ports = portsBeside("crash");
  const url = `http://localhost:${ports.platform}`;
  const client = createClient({ url, tokens: ownerKey });
  const dataDir = join(own, "data");
  copyPreparedData(dataDir);
  const start = (name: string) => startUola({ ports, dataDir, logFile: join(own, `${name}.log`) });

  let uola: Uola = await start("before");
  try {
    const offered = await sessionAhead({ free: 2 }, client);
    const { booking } = await newVisitorClient(url).bookings.create({ booking: bookingInput(offered, newPerson(), 2) });
    const gone = new Promise((done) => uola.process.once("exit", done));
    uola.process.kill("SIGKILL");
    await gone;

    uola = await start("after");
    expect((await bookingOf(booking.id, client)).booking).toMatchObject({ status: "CONFIRMED", totalParticipants: 2 });
    const { sessions } = await client.availability.sessions({
      from: offered.session.startDate,
      to: new Date(offered.session.startDate.getTime() + 1000),
    });
    const after = sessions.find(({ id }) => id === offered.session.id);
    expect(after?.openSpots).toBe(offered.session.openSpots - 2);
  } finally {
    await uola.stop();
  }
});
