import { type Connection, newId, type Schema } from "@uola/database";
import type { Caller } from "@uola/kernel";
import type { Selectable } from "kysely";
import { holderOf, placesTaken } from "./rules.ts";

/** A request to store a booking and take its places, if its status takes any. */
export type ClaimRequest = {
  /** The complete row; jsonb columns contain unserialized values. */
  booking: Selectable<Schema["booking"]>;
  /** The booking in the format of the API contract, for event consumers. */
  entity: unknown;
  actor: Caller;
  /** The payload for the mail queue. */
  mail?: unknown;
  /**
   * The actor's own hold on the same places. The booking takes these places, or they stay held
   * until it is paid.
   */
  holdId?: string | undefined;
  /** Set if the booking takes no places yet, but is rejected if too few are free. */
  needsRoom?: boolean | undefined;
};

/**
 * Whether the booking was made, the id of the earlier booking with the same key, the number of
 * places left, and the reason for a rejection.
 */
export type Answer = [
  made: boolean | null,
  duplicate: string | null,
  left: number | null,
  note: "again" | "late" | "locked" | "noHold" | null,
];

/**
 * Processes claims in one statement and stores the bookings of granted claims. Results are in the
 * order of the claims.
 */
export async function decideClaims(
  pool: Connection["pool"],
  siteId: string,
  now: Date,
  requests: readonly ClaimRequest[],
): Promise<Answer[]> {
  const places = requests.map(({ booking }) => booking.placesId);
  const values = [
    siteId,
    [...new Set(places)],
    places,
    requests.map(({ booking }) => placesTaken(booking)),
    requests.map(({ booking }) => booking.idempotencyKey),
    JSON.stringify(requests.map(itemOf)),
    now,
    requests.map(({ holdId }) => holdId),
    requests.map(({ actor }) => holderOf(actor)),
    requests.map(({ booking }) => booking.totalParticipants),
    requests.map(({ needsRoom, holdId }) => needsRoom === true && !holdId),
  ];
  return (await pool.query<Answer>({ name: "claim", text: statement, values, rowMode: "array" })).rows;
}

/**
 * Returns the data written when a claim is granted. Its audit entry, event and mail have the same
 * id, each in a separate table.
 */
const itemOf = ({ booking, entity, actor, mail }: ClaimRequest) => ({
  row: columnsOf(booking),
  entity,
  actor,
  trail: newId(),
  ...(mail ? { mail } : {}),
});

type SnakeCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : "";
type Columns = { [Field in keyof ClaimRequest["booking"] as SnakeCase<Field>]: ClaimRequest["booking"][Field] };

/** Every column is listed explicitly: rows with the same columns are fast to write. */
const columnsOf = (booking: ClaimRequest["booking"]): Columns => ({
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
  language: booking.language,
  calendar_sequence: booking.calendarSequence,
  created_date: booking.createdDate,
  updated_date: booking.updatedDate,
  canceled_date: booking.canceledDate,
  participants: booking.participants,
  multi_service_booking_id: booking.multiServiceBookingId,
  multi_service_booking_type: booking.multiServiceBookingType,
  flow_control: booking.flowControl,
  contact_id: booking.contactId,
  payment: booking.payment,
  source: booking.source,
  cancellation_fee: booking.cancellationFee,
  sms_reminder: booking.smsReminder,
  resource_id: booking.resourceId,
});

/** How long places stay held until a booking is paid. */
const paymentMinutes = 15;

// Parameters: $1 site; $2 ids of the place counters (an array rather than a join, so that the index
// is used); $7 current time; the rest are the claims in order of arrival. `net` is the number of
// places a claim needs in addition to its own hold. Claims that need no additional places or free
// some come first, so that a running sum never skips free places. `asks` takes no places, but is
// granted only if that many places are free when the claim is processed. The data of a claim is
// read only when it is granted, so that rejections are cheap.
const statement = `
with request as materialized (
  select *
  from rows from (unnest($3::uuid[]), unnest($4::int[]), unnest($5::text[]), json_array_elements($6::json), unnest($8::uuid[]), unnest($9::text[]), unnest($10::int[]),
      unnest($11::bool[]))
    with ordinality as request (places_id, takes, key, item, hold_id, holder, size, asks, ord)
), locked as materialized (
  select id, taken, held, coalesce(capacity - taken - held, 2147483647) as free,
    case when capacity is not null then waiting_min end as waiting_min,
    case when held > 0 then exists (
      select from hold where hold.site_id = $1 and hold.places_id = places.id and expires_date <= $7
    ) else false end as late
  from places where site_id = $1 and id = any($2::uuid[]) order by id for update of places
), own as materialized (
  select hold.id, hold.places_id, holder, total_participants as count
  from hold join locked on locked.id = hold.places_id
  where site_id = $1 and hold.id = any($8::uuid[]) and booking_id is null and state <> 'OFFER' and expires_date > $7
  order by hold.id for update of hold
), duplicate as materialized (
  select ord, booking.id from request join booking on booking.site_id = $1 and booking.idempotency_key = key
), need as (
  select ord, request.places_id, takes, size, asks, own.id as own_id, count, case when hold_id is null then takes else size - count end as net
  from request left join own on own.id = hold_id and own.places_id = request.places_id and own.holder = request.holder
  where ord not in (select ord from duplicate)
), turn as materialized (
  select summed.*, free is not null and case when asks then not waits and so_far + size <= free
      else net <= 0 or (not waits and so_far <= free) end as fits
  from (
    select need.*, free, late, sum(net) over (partition by places_id order by net > 0 or asks, ord) as so_far,
      coalesce(waiting_min <= free - sum(least(net, 0)) over (partition by places_id), false) as waits
    from need left join locked on locked.id = places_id where net is not null
  ) as summed
), granted as materialized (
  select places_id, takes, size, own_id, count, net, json as item, jsonb_populate_record(null::booking, json -> 'row') as booking
  from (select turn.*, item::jsonb as json from turn join request using (ord) where fits offset 0) as turn
), taking as (
  update places set taken = locked.taken + sold.takes, held = locked.held + sold.held
  from (
    select places_id, sum(takes)::int as takes,
      sum(case when own_id is null then 0 when takes > 0 then -count else net end)::int as held
    from granted group by places_id having sum(takes) > 0 or count(own_id) > 0
  ) as sold
  join locked on locked.id = sold.places_id
  where places.site_id = $1 and places.id = sold.places_id
), using_up as (
  delete from hold using granted where site_id = $1 and hold.id = any($8::uuid[]) and hold.id = own_id and takes > 0
), paying as (
  update hold set state = 'PAYING', booking_id = (booking).id, total_participants = size, expires_date = $7::timestamptz + interval '${paymentMinutes} minutes'
  from granted where hold.site_id = $1 and hold.id = any($8::uuid[]) and hold.id = own_id and takes = 0
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
), answer as (
  select ord, fits, case when asks then size else net end as needed, waits, late,
    case when waits then 0 else (free - coalesce(sum(net) filter (where fits) over (partition by places_id), 0))::int end as remain
  from turn
)
select fits, duplicate.id, remain,
  case when fits or duplicate.id is not null then null when answer.ord is null then 'noHold'
    when not waits and remain >= needed then 'again' when waits then 'locked' when late then 'late' end
from request left join answer using (ord) left join duplicate using (ord)
order by ord`;
