import { networkOf } from "@uola/accounts";
import type { contract, Hold, Service } from "@uola/contract";
import { type Database, newId, retrying, type Schema } from "@uola/database";
import { type Selectable, sql } from "kysely";
import type { Caller } from "../../kernel/callers.ts";
import type { Context, Work } from "../../kernel/context.ts";
import { Refusal, Violation } from "../../kernel/errors.ts";
import type { Call, Handlers } from "../../kernel/serve.ts";
import { recordChange } from "../../kernel/trail.ts";
import { holderOf } from "./claim.ts";
import type { Offer } from "./offers.ts";
import { holdPlaces, lockHold, places, releaseHold, releaseLate, resizeHold } from "./places.ts";
import { isViolated, policyViolations } from "./rules.ts";
import { takeAppointment } from "./taking.ts";
import { createWanted } from "./wanted.ts";

/** What a hold may be. The owner's keys hold for whole crowds and have no limits of number. */
export const holdRules = {
  /** How long a hold lasts, and its one renewal. */
  minutes: 10,
  livePerCaller: 5,
  /** A school or a gym is one network. */
  livePerNetwork: 40,
} as const;

type Row = Selectable<Schema["hold"]>;

const toHold = ({
  id,
  serviceId,
  scheduleId,
  sessionId,
  totalParticipants,
  expiresDate,
  renewed,
  state,
}: Row): Hold => ({
  id,
  serviceId,
  scheduleId,
  sessionId,
  totalParticipants,
  expiresDate,
  renewable: state === "OPEN" && !renewed,
  state: state as Hold["state"],
});

/** Places kept while somebody fills in a form. */
export function holds(context: Context): Handlers<typeof contract.holds> {
  const { db, siteId, now, changes, signIns } = context;
  const wanted = createWanted(context);
  const isFull = createLook(context);
  const inMinutes = (minutes: number) => new Date(now().getTime() + minutes * 60_000);
  signIns.push(async (tx, { visitorId, memberId }) => {
    const holder = { visitor: `visitor ${visitorId}`, member: `member ${memberId}` };
    const theirs = tx.updateTable("hold").set({ holder: holder.member });
    await theirs.where("siteId", "=", siteId).where("holder", "=", holder.visitor).execute();
  });

  /** Something done to places in a transaction, told when it is there. */
  async function doing<Done>(what: (tx: Database) => Promise<Done>): Promise<Done> {
    const done = await retrying(() => db.transaction().execute(what));
    changes.publish("availability");
    return done;
  }

  /** One's own live hold, or for the owner anybody's; locked when it is to be changed. Offers belong to the waiting list. */
  function known(hold: Row | undefined, { caller }: Call): Row {
    const isTheirs = hold && (hold.holder === holderOf(caller) || caller.role === "owner");
    if (hold && isTheirs && hold.state !== "OFFER" && hold.expiresDate > now()) return hold;
    throw new Refusal("HOLD_NOT_FOUND", "There is no such hold any more.", 404);
  }
  const locked = async (tx: Database, holdId: string, call: Call) => known(await lockHold(tx, siteId, holdId), call);

  const put = (tx: Database, { id }: Row, to: Partial<Pick<Row, "renewed" | "state" | "expiresDate">>) =>
    tx
      .updateTable("hold")
      .set(to)
      .where("siteId", "=", siteId)
      .where("id", "=", id)
      .returningAll()
      .executeTakeFirstOrThrow();

  /** What the owner does to somebody's hold is kept; what people do to their own is over in minutes. */
  async function note(tx: Database, { caller }: Call, action: string, before: Row, after?: Row) {
    if (before.holder === holderOf(caller)) return;
    const audit = { actor: caller, action, before: toHold(before), ...(after && { after: toHold(after) }) };
    await recordChange(tx, { siteId, at: now(), entity: "hold", entityId: before.id, audit });
  }

  /** Exact also for those who ask twice at once: they wait for each other. */
  async function refuseTooMany(tx: Database, caller: Caller, network: string | null) {
    if (caller.role === "owner") return;
    const holder = holderOf(caller);
    for (const asker of network ? [`network ${network}`, holder] : [holder]) {
      await sql`select pg_advisory_xact_lock(hashtextextended(${`hold ${siteId} ${asker}`}, 0))`.execute(tx);
    }
    const { own, near } = await tx
      .selectFrom("hold")
      .select((eb) => [
        eb.fn.countAll<number>().filterWhere("holder", "=", holder).as("own"),
        eb.fn.countAll<number>().filterWhere("network", "=", network).as("near"),
      ])
      .where("siteId", "=", siteId)
      .where((eb) => eb.or([eb("holder", "=", holder), ...(network ? [eb("network", "=", network)] : [])]))
      .where("expiresDate", ">", now())
      .executeTakeFirstOrThrow();
    const [count, most] =
      own >= holdRules.livePerCaller ? [own, holdRules.livePerCaller] : [near, holdRules.livePerNetwork];
    if (count < most) return;
    throw new Refusal("TOO_MANY_HOLDS", `At most ${most} holds at once.`, 429, { max: most });
  }

  return {
    create: async (wish, { caller, from }) => {
      const { totalParticipants } = wish;
      const offer = await wanted.of(wish, caller, { field: "slot", totalParticipants });
      const { service, sessionId, placesId } = offer;
      refuseTooLarge(service, totalParticipants);
      refuseByPolicy(offer, now());
      const network = from.network ? networkOf(from.network) : null;
      const row: Row = {
        siteId,
        id: newId(),
        placesId,
        serviceId: service.id,
        scheduleId: service.schedule.id,
        sessionId,
        totalParticipants,
        state: "OPEN",
        renewed: false,
        holder: holderOf(caller),
        network,
        bookingId: null,
        expiresDate: inMinutes(holdRules.minutes),
        createdDate: now(),
      };
      // In a rush most are refused by reading: only who may get some stands in line for them.
      if (!offer.appointment && (await isFull(row))) throw await full(db, row, totalParticipants);
      const hold = await doing(async (tx) => {
        await refuseTooMany(tx, caller, network);
        const seated = offer.appointment ? await seat(tx, row, offer) : row;
        if (!(await holdPlaces(tx, seated))) throw await full(tx, seated, totalParticipants);
        return seated;
      });
      return { hold: toHold(hold) };
    },

    get: async ({ holdId }, call) => ({ hold: toHold(known(await read(holdId), call)) }),

    change: async ({ holdId, totalParticipants }, call) => {
      const { serviceId } = known(await read(holdId), call);
      refuseTooLarge(await wanted.service(serviceId), totalParticipants);
      const hold = await doing(async (tx) => {
        const before = await locked(tx, holdId, call);
        if (before.state !== "OPEN") throw new Refusal("HOLD_NOT_CHANGEABLE", "The hold waits for its payment.");
        if (!(await resizeHold(tx, before, totalParticipants))) {
          throw await full(tx, before, totalParticipants - before.totalParticipants);
        }
        const after = { ...before, totalParticipants };
        await note(tx, call, "hold.change", before, after);
        return after;
      });
      return { hold: toHold(hold) };
    },

    renew: async ({ holdId }, call) => {
      const hold = await doing(async (tx) => {
        const before = await locked(tx, holdId, call);
        if (before.state !== "OPEN" || before.renewed) {
          throw new Refusal("HOLD_NOT_RENEWABLE", "The hold has been renewed already, or waits for its payment.");
        }
        const after = await put(tx, before, { renewed: true, expiresDate: inMinutes(holdRules.minutes) });
        await note(tx, call, "hold.renew", before, after);
        return after;
      });
      return { hold: toHold(hold) };
    },

    freeze: async ({ holdId, seconds }, call) => {
      const hold = await doing(async (tx) => {
        const before = await locked(tx, holdId, call);
        const until = new Date(Math.max(inMinutes(seconds / 60).getTime(), before.expiresDate.getTime()));
        const after = await put(tx, before, { state: "PAYING", expiresDate: until });
        await note(tx, call, "hold.freeze", before, after);
        return after;
      });
      return { hold: toHold(hold) };
    },

    release: async ({ holdId }, call) => {
      await doing(async (tx) => {
        const hold = await lockHold(tx, siteId, holdId);
        const isTheirs = hold?.holder === holderOf(call.caller) || call.caller.role === "owner";
        if (!hold || !isTheirs || hold.state === "OFFER") return;
        await releaseHold(tx, siteId, holdId);
        await note(tx, call, "hold.release", hold);
      });
      return {};
    },
  };

  /** A time with a trainer gets its session, which ends with the hold. */
  async function seat(tx: Database, row: Row, offer: Offer): Promise<Row> {
    const { sessionId } = await takeAppointment(tx, context, offer, { totalParticipants: row.totalParticipants });
    return { ...row, sessionId, placesId: sessionId };
  }

  async function read(holdId: string): Promise<Row | undefined> {
    const hold = db.selectFrom("hold").selectAll().where("siteId", "=", siteId);
    return hold.where("id", "=", holdId).executeTakeFirst();
  }
}

type Held = Pick<Row, "siteId" | "placesId" | "sessionId">;

function refuseTooLarge(service: Service | undefined, count: number) {
  const most = service?.bookingPolicy.participantsPolicy?.maxParticipantsPerBooking ?? 1000;
  if (count <= most) return;
  throw new Violation([{ field: "totalParticipants", description: `must be at most ${most}`, data: { max: most } }]);
}

function refuseByPolicy(offer: Offer, at: Date) {
  const violations = policyViolations(offer.service, offer, at);
  if (!isViolated(violations)) return;
  const named = Object.entries(violations).flatMap(([name, violated]) => (violated ? [name] : []));
  throw new Refusal("BOOKING_POLICY_VIOLATION", `The policy does not allow it: ${named.join(", ")}.`, 409, violations);
}

/**
 * Tells whether there is certainly no room now: nothing free, and no hold that only waits to be given back. While one look is
 * on its way, askers gather for the next: every answer was read after its asker asked, and a rush costs few looks.
 */
function createLook({ db, siteId, now }: Context) {
  const under = new Map<string, Promise<unknown>>();
  const next = new Map<string, Promise<number | null>>();

  /** Free places; null where that is not certain. */
  async function read(placesId: string): Promise<number | null> {
    const { rows } = await sql<{ free: number | null }>`
      select case when held > 0 and exists (
        select from hold where hold.site_id = ${siteId} and places_id = places.id and expires_date <= ${now()}
      ) then null else capacity - taken - held end as free
      from places where site_id = ${siteId} and id = ${placesId}`.execute(db);
    return rows[0]?.free ?? null;
  }

  function look(placesId: string): Promise<number | null> {
    const gathering = next.get(placesId);
    if (gathering) return gathering;
    const looking = (under.get(placesId) ?? Promise.resolve()).then(() => {
      next.delete(placesId);
      const reading = read(placesId);
      const over: Promise<unknown> = reading
        .catch(() => null)
        .then(() => under.get(placesId) === over && under.delete(placesId));
      under.set(placesId, over);
      return reading;
    });
    next.set(placesId, looking);
    return looking;
  }

  return async ({ placesId, totalParticipants }: Row): Promise<boolean> => {
    const free = await look(placesId);
    return free !== null && totalParticipants > free;
  };
}

/** Why there are no places: none at all, none left, or those left are the waiting list's. */
async function full(db: Database, { siteId, placesId, sessionId }: Held, wanted: number): Promise<Refusal> {
  const row = await places(db, siteId, placesId);
  if (!row) return new Refusal("SLOT_NOT_AVAILABLE", "It does not take place.");
  const code = sessionId === null ? "SCHEDULE_CAPACITY_EXCEEDED" : "SESSION_CAPACITY_EXCEEDED";
  const free = (row.capacity ?? 0) - row.taken - row.held;
  const locked = row.waitingMin !== null && row.waitingMin <= free;
  const openSpots = locked ? 0 : free;
  const data = { openSpots, ...(locked && { locked }) };
  return new Refusal(code, `${wanted} places are wanted and ${openSpots} are left.`, 409, data);
}

const sweepEveryMs = 1000;
const placesPerSweep = 100;

/** Gives back the holds whose time is over, every second; any number of processes may do it, each some places at a time. */
export function holdEnding({ db, siteId, now, changes, log }: Context): Work {
  let timer: NodeJS.Timeout | undefined;
  let under: Promise<unknown> | undefined;

  async function sweep() {
    const due = await db
      .selectFrom("hold")
      .select("placesId")
      .distinct()
      .where("siteId", "=", siteId)
      .where("expiresDate", "<=", now())
      .limit(placesPerSweep)
      .execute();
    let ended = 0;
    for (const { placesId } of due) {
      ended += await retrying(() =>
        db.transaction().execute(async (tx) => {
          // Whoever sells these places just now gives late holds back before refusing anybody.
          const counter = tx.selectFrom("places").select("id").where("siteId", "=", siteId).where("id", "=", placesId);
          const free = await counter.forUpdate().skipLocked().executeTakeFirst();
          return free ? releaseLate(tx, siteId, placesId, now()) : 0;
        }),
      );
    }
    if (ended > 0) changes.publish("availability");
  }
  const once = () =>
    sweep()
      .catch((error) => log.warn(error, "late holds not given back"))
      .finally(() => {
        under = undefined;
      });
  return {
    async start() {
      timer = setInterval(() => {
        under ??= once();
      }, sweepEveryMs).unref();
    },
    async stop() {
      clearInterval(timer);
      await under;
    },
  };
}
