import { newId, retrying, type Schema } from "@uola/database";
import type { Selectable } from "kysely";
import type { Caller } from "../../kernel/callers.ts";
import type { Context } from "../../kernel/context.ts";

/** A booking that wants to be written, with its places if its status holds some. */
export type Wish = {
  /** The row, every column; jsonb columns hold values. */
  booking: Selectable<Schema["booking"]>;
  /** The booking as the contract has it, for those who are told. */
  entity: unknown;
  actor: Caller;
  /** What the mail queue is to send, if anything. */
  mail?: unknown;
};
/** What became of a wish. `twin`: a wish with the same key was granted earlier. `left` is absent when there is nothing to claim. */
export type Decision =
  | { outcome: "made" }
  | { outcome: "twin"; bookingId: string }
  | { outcome: "full"; left?: number };

type Waiting = { wish: Wish; resolve(decision: Decision): void; reject(error: unknown): void };
type Lane = { queue: Waiting[]; running: boolean };

const batchMax = 500;
const laneCount = 2;

type Claiming = Pick<Context, "siteId"> & {
  connection: Pick<Context["connection"], "pool">;
  changes: Pick<Context["changes"], "publish">;
};

/** Decides about bookings in the order they are wished for; docs/rules/places.md says how, and why it is exact. */
export function createClaims({ connection: { pool }, siteId, changes }: Claiming) {
  const lanes: Lane[] = Array.from({ length: laneCount }, () => ({ queue: [], running: false }));
  const underWay = new Map<string, { bookingId: string; decision: Promise<Decision> }>();

  /** Writes a booking with its places, or neither. */
  async function claim(wish: Wish): Promise<Decision> {
    const key = wish.booking.idempotencyKey;
    if (!key) return enqueue(wish);
    const twin = underWay.get(key);
    if (twin) {
      const decision = await twin.decision;
      return decision.outcome === "made" ? { outcome: "twin", bookingId: twin.bookingId } : decision;
    }
    const decision = enqueue(wish);
    underWay.set(key, { bookingId: wish.booking.id, decision });
    return decision.finally(() => underWay.delete(key));
  }

  function enqueue(wish: Wish): Promise<Decision> {
    return new Promise((resolve, reject) => {
      const lane = lanes[wish.booking.placesId.charCodeAt(35) % laneCount] as Lane;
      lane.queue.push({ wish, resolve, reject });
      if (!lane.running) void run(lane);
    });
  }

  /** There is no timer: while one batch is on its way, the next one gathers. */
  async function run(lane: Lane): Promise<void> {
    lane.running = true;
    while (lane.queue.length > 0) lane.queue.unshift(...(await settle(lane.queue.splice(0, batchMax))));
    lane.running = false;
  }

  /** Settles a batch; gives back those who were refused behind somebody larger and would still fit, in their order. */
  async function settle(batch: Waiting[]): Promise<Waiting[]> {
    const again: Waiting[] = [];
    try {
      const answers = await decide(batch.map(({ wish }) => wish));
      let sold = false;
      batch.forEach((waiting, index) => {
        const { wish, resolve } = waiting;
        const [made, twin, left] = answers[index] as Answer;
        if (twin) resolve({ outcome: "twin", bookingId: twin });
        else if (made) resolve({ outcome: "made" });
        else if (left !== null && left >= holdsOf(wish)) again.push(waiting);
        else resolve({ outcome: "full", ...(left === null ? {} : { left: Math.max(0, left) }) });
        sold ||= made === true;
      });
      if (sold) changes.publish("availability");
    } catch (error) {
      if (batch.length === 1 || !isAboutData(error)) for (const { reject } of batch) reject(error);
      // Something is wrong with one of them: each for itself.
      else for (const waiting of batch) again.push(...(await settle([waiting])));
    }
    return again;
  }

  async function decide(wishes: Wish[], attempt = 1): Promise<Answer[]> {
    const places = wishes.map(({ booking }) => booking.placesId);
    const keys = wishes.map(({ booking }) => booking.idempotencyKey);
    const values = [
      siteId,
      [...new Set(places)],
      places,
      wishes.map(holdsOf),
      keys,
      JSON.stringify(wishes.map(itemOf)),
    ];
    try {
      const query = { name: "claim", text: statement, values, rowMode: "array" as const };
      return (await retrying(() => pool.query<Answer>(query))).rows;
    } catch (error) {
      // Another process granted a wish with the same key after this statement began: the next look finds it.
      if (attempt === 1 && isTwinElsewhere(error)) return decide(wishes, 2);
      throw error;
    }
  }

  return claim;
}

/** Whether it was made, the booking made earlier with its key, and what is left where it wanted places. */
type Answer = [made: boolean | null, twin: string | null, left: number | null];

const holds = new Set(["CONFIRMED", "PENDING"]);
const holdsOf = ({ booking }: Wish) => (holds.has(booking.status) ? booking.totalParticipants : 0);

/** What a wish writes when it is granted. Its audit entry, event and mail share an id, each in its own table. */
const itemOf = ({ booking, entity, actor, mail }: Wish) => ({
  row: columnsOf(booking),
  entity,
  actor,
  trail: newId(),
  ...(mail ? { mail } : {}),
});

type SnakeCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : "";
type Columns = { [Field in keyof Wish["booking"] as SnakeCase<Field>]: Wish["booking"][Field] };

/** Spelled out: one shape for every row is what makes it fast to write. */
const columnsOf = (booking: Wish["booking"]): Columns => ({
  site_id: booking.siteId,
  id: booking.id,
  revision: booking.revision,
  status: booking.status,
  service_id: booking.serviceId,
  schedule_id: booking.scheduleId,
  session_id: booking.sessionId,
  places_id: booking.placesId,
  total_participants: booking.totalParticipants,
  start_date: booking.startDate,
  end_date: booking.endDate,
  booked_entity: booking.bookedEntity,
  contact_details: booking.contactDetails,
  contact_email: booking.contactEmail,
  participants_choices: booking.participantsChoices,
  additional_fields: booking.additionalFields,
  extended_fields: booking.extendedFields,
  external_user_id: booking.externalUserId,
  payment_status: booking.paymentStatus,
  selected_payment_option: booking.selectedPaymentOption,
  double_booked: booking.doubleBooked,
  visitor_id: booking.visitorId,
  member_id: booking.memberId,
  app_id: booking.appId,
  idempotency_key: booking.idempotencyKey,
  calendar_sequence: booking.calendarSequence,
  created_date: booking.createdDate,
  updated_date: booking.updatedDate,
  canceled_date: booking.canceledDate,
  participants: booking.participants,
  multi_service_booking_id: booking.multiServiceBookingId,
  multi_service_booking_type: booking.multiServiceBookingType,
  flow_control: booking.flowControl,
  contact_id: booking.contactId,
  sms_reminder: booking.smsReminder,
  resource_id: booking.resourceId,
});

const sqlState = (error: unknown) => (error instanceof Error && "code" in error ? String(error.code) : "");
const isAboutData = (error: unknown) => /^2[23]/.test(sqlState(error));
const isTwinElsewhere = (error: unknown) =>
  sqlState(error) === "23505" && (error as { constraint?: string }).constraint === "booking_is_made_once";

// $1 site, $2 where places are wanted (an array, not a join: it keeps to the index), then the wishes in order of arrival.
// What a wish would write is read only when it is granted: being refused costs little.
const statement = `
with wish as materialized (
  select * from rows from (unnest($3::uuid[]), unnest($4::int[]), unnest($5::text[]), json_array_elements($6::json))
    with ordinality as wish (places_id, holds, key, item, ord)
), locked as materialized (
  select id, taken, coalesce(capacity - taken, 2147483647) as free
  from places where site_id = $1 and id = any($2::uuid[]) order by id for update
), twin as materialized (
  select ord, booking.id from wish join booking on booking.site_id = $1 and booking.idempotency_key = key
), turn as materialized (
  select ord, places_id, holds, free, sum(holds) over (partition by places_id order by ord) <= free as fits
  from wish left join locked on locked.id = places_id
  where ord not in (select ord from twin)
), granted as materialized (
  select places_id, holds, json as item, jsonb_populate_record(null::booking, json -> 'row') as booking
  from (select places_id, holds, item::jsonb as json from wish where ord in (select ord from turn where fits) offset 0) as wish
), taking as (
  update places set taken = locked.taken + sold.holds
  from (select places_id, sum(holds)::int as holds from granted group by places_id having sum(holds) > 0) as sold
  join locked on locked.id = sold.places_id
  where places.site_id = $1 and places.id = sold.places_id
), writing as (
  insert into booking select (booking).* from granted
), auditing as (
  insert into audit (site_id, id, actor, action, entity, entity_id, after, created_date)
  select $1, (item ->> 'trail')::uuid, item -> 'actor', 'booking.create', 'booking', (booking).id, item -> 'entity', (booking).created_date
  from granted
), telling as (
  insert into event (site_id, id, type, slug, entity_id, entity_sequence, body, created_date)
  select $1, (item ->> 'trail')::uuid, 'booking', 'created', (booking).id, 1,
    jsonb_build_object('createdEvent', jsonb_build_object('entity', item -> 'entity')), (booking).created_date
  from granted
), sending as (
  insert into outbox (site_id, id, kind, payload, created_date)
  select $1, (item ->> 'trail')::uuid, 'mail', item -> 'mail', (booking).created_date
  from granted where item ? 'mail'
)
select turn.fits, twin.id,
  (turn.free - coalesce(sum(turn.holds) filter (where turn.fits) over (partition by turn.places_id), 0))::int
from wish left join turn using (ord) left join twin using (ord)
order by ord`;
