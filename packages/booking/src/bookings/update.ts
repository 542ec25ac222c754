import type { contract } from "@uola/contract";
import { type Handlers, Refusal, Violation } from "@uola/kernel";
import { places, takesPlaces } from "../availability/availability.ts";
import { participantsOf, refuseTooMany, refuseUnknownChoices, toParticipants } from "./booking-input.ts";
import type { BookingServices } from "./booking-services.ts";
import { full } from "./refusals.ts";
import { type BookingChanges, bookingAnswer, isCourse } from "./to-booking.ts";

/**
 * Handlers for changes that keep the time of a booking: the number of participants and extended
 * fields.
 */
export function updateHandlers({
  context: { db, siteId },
  offerLookup,
  store,
}: BookingServices): Handlers<Pick<typeof contract.bookings, "updateNumberOfParticipants" | "updateExtendedFields">> {
  return {
    async updateNumberOfParticipants({ bookingId, revision, participantNotification, ...input }, { caller }) {
      if (!input.totalParticipants && !input.participantsChoices) {
        throw new Violation([{ field: "totalParticipants", description: "or participantsChoices is required" }]);
      }
      const rows = await store.changeEach(
        await store.selectionFor("participants", [{ bookingId, revision }], caller),
        async (before) => {
          const service = await offerLookup.service(before.serviceId);
          if (!service || service.type === "APPOINTMENT") {
            throw new Refusal("VALIDATION_FAILURE", "The number changes in a class or a course only.", 400);
          }
          const totalParticipants = participantsOf(input);
          refuseUnknownChoices(service, input);
          refuseTooMany(input, totalParticipants, service);
          if (before.participants && !input.participants && totalParticipants !== before.totalParticipants) {
            throw new Violation([{ field: "participants", description: "is required: those who come are named" }]);
          }
          const set: BookingChanges = {
            totalParticipants,
            participantsChoices: input.participantsChoices ?? null,
            ...(input.participants && { participants: toParticipants(input.participants, totalParticipants) }),
          };
          const counter = await places(db, siteId, before.placesId);
          const left = counter?.capacity == null ? undefined : counter.capacity - counter.taken - counter.held;
          return { totalParticipants, set, left };
        },
        (tx, { before, known: { totalParticipants, set, left } }) => {
          const { participantsChoices, totalParticipants: previousTotalParticipants } = before;
          return store.transition(tx, before, {
            name: "participants",
            actor: caller,
            set,
            slug: "number_of_participants_updated",
            template: takesPlaces(before.status) ? "booking-changed" : null,
            notification: participantNotification,
            eventDetails: participantsChoices
              ? { previousParticipantsChoices: participantsChoices }
              : { previousTotalParticipants },
            onFull: () => {
              throw full(isCourse(before), totalParticipants - before.totalParticipants, left);
            },
          });
        },
      );
      return bookingAnswer(rows);
    },

    async updateExtendedFields({ id, namespace, namespaceData }, { caller }) {
      await store.changeEach(
        await store.selectionFor("fields", [{ bookingId: id }], caller),
        undefined,
        (tx, { before }) => {
          const { [namespace]: _, ...others } = before.extendedFields?.namespaces ?? {};
          const namespaces = { ...others, ...(namespaceData && { [namespace]: namespaceData }) };
          const set = { extendedFields: { namespaces } };
          return store.transition(tx, before, { name: "fields", actor: caller, set, slug: "updated", template: null });
        },
      );
      return { namespace, namespaceData: namespaceData ?? null };
    },
  };
}
