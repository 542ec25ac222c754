import { expect, test } from "@playwright/test";
import { bookingPolicies, bookings, services } from "@wix/bookings";
import { AppStrategy, createClient } from "@wix/sdk";
import { booked, classWithSessions, policy } from "./gym.ts";
import { asOwner, owner } from "./platform.ts";
import { startWebhookReceiver } from "./webhook-receiver.ts";

/**
 * Tests webhooks that an app receives with the platform's public SDK, which checks the signature
 * and calls the handler.
 */
test("delivers each service and booking event to the app's handler once and in order", async () => {
  const { posts, url, close } = await startWebhookReceiver();
  type Webhook = { webhook: { id: string; publicKey: string } };
  const { webhook } = await asOwner<Webhook>("/v1/webhooks", { webhook: { url } });

  const { made, slots } = await classWithSessions(2);
  const [slot = {}, later = {}] = slots;
  const flags = { ignoreReschedulePolicy: true, ignoreCancellationPolicy: true };
  const whole = (await booked(slot, { status: "CREATED" }))._id;
  await owner.bookings.confirmBooking(whole, "1", { paymentStatus: "PAID" as never });
  const to = { revision: "2", flowControlSettings: flags } as never;
  await owner.bookings.rescheduleBooking(whole, structuredClone(later) as never, to);
  await owner.bookings.updateNumberOfParticipants(whole, { revision: "3", totalParticipants: 3 });
  await owner.bookings.updateExtendedFields(whole, "gym", { namespaceData: { level: 1 } });
  await owner.bookings.cancelBooking(whole, { revision: "5", flowControlSettings: flags });
  const declined = (await booked(slot, { status: "CREATED" }))._id;
  await owner.bookings.declineBooking(declined, "1", { participantNotification: { notifyParticipants: false } });
  await owner.services.updateService(made._id, { revision: "1", tagLine: "Kitaip" } as never);
  await owner.services.deleteService(made._id);
  type Policies = { policies: { id: string; default: boolean }[] };
  const usual = (await asOwner<Policies>("/v1/policies")).policies.find((each) => each.default)?.id;
  const { _id: rules } = (await policy({})).bookingPolicy;
  for (const id of [rules, usual]) await asOwner(`/v1/policies/${id}/default`, {});

  await expect.poll(() => posts.length, { timeout: 30_000 }).toBeGreaterThanOrEqual(13);
  close();
  const { id: appId, publicKey } = webhook;
  const app = createClient({
    modules: { bookingPolicies, bookings, services },
    auth: AppStrategy({ appId, publicKey }),
  });
  const received: [string, string | null | undefined, ...unknown[]][] = [];
  const { bookings: of, services: ofServices } = app;
  of.onBookingCreated(({ entity, metadata }) => {
    received.push(["created", entity._id, entity.status, metadata.entityEventSequence]);
    expect(entity._createdDate).toBeInstanceOf(Date);
    expect(metadata).toMatchObject({ entityFqdn: "wix.bookings.v2.booking", slug: "created", entityId: entity._id });
    expect(metadata.identity?.identityType).toBe("APP");
  });
  of.onBookingConfirmed(({ data, metadata }) => {
    const { booking, previousStatus, previousPaymentStatus } = data;
    received.push(["confirmed", booking?._id, previousStatus, previousPaymentStatus, metadata.entityEventSequence]);
  });
  of.onBookingRescheduled(({ data, metadata }) => {
    const { booking, previousStartDate, previousTotalParticipants } = data;
    received.push(["rescheduled", booking?._id, previousTotalParticipants, metadata.entityEventSequence]);
    expect(new Date(previousStartDate as never).toISOString()).toBe(slots[0]?.startDate);
    expect(booking?.bookedEntity?.slot?.sessionId).toBe(slots[1]?.sessionId);
  });
  of.onBookingNumberOfParticipantsUpdated(({ data, metadata }) => {
    received.push(["grown", data.booking?._id, data.booking?.totalParticipants, metadata.entityEventSequence]);
  });
  of.onBookingUpdated(({ entity, metadata }) => {
    received.push(["updated", entity._id, metadata.entityEventSequence]);
  });
  of.onBookingCanceled(({ data, metadata }) => {
    received.push(["canceled", data.booking?._id, data.previousStatus, metadata.entityEventSequence]);
  });
  of.onBookingDeclined(({ data, metadata }) => {
    received.push(["declined", data.booking?._id, data.previousStatus, metadata.entityEventSequence]);
  });
  ofServices.onServiceCreated(({ entity }) => {
    received.push(["created", entity._id, entity.name]);
  });
  ofServices.onServiceUpdated(({ entity }) => {
    received.push(["updated", entity._id, entity.tagLine]);
  });
  ofServices.onServiceDeleted(({ metadata }) => {
    received.push(["deleted", metadata.entityId]);
  });
  app.bookingPolicies.onBookingPolicyDefaultBookingPolicySet(({ data }) => {
    received.push(["default", data.currentDefaultBookingPolicy?._id, data.previousDefaultBookingPolicy?._id]);
  });
  for (const post of posts) await app.webhooks.process(post);
  const about = (id: string) => received.filter(([, of]) => of === id).map(([what, , ...rest]) => [what, ...rest]);
  expect(about(whole)).toEqual([
    ["created", "CREATED", "1"],
    ["confirmed", "CREATED", "UNDEFINED", "2"],
    ["rescheduled", 1, "3"],
    ["grown", 3, "4"],
    ["updated", "5"],
    ["canceled", "CONFIRMED", "6"],
  ]);
  expect(about(declined)).toEqual([
    ["created", "CREATED", "1"],
    ["declined", "CREATED", "2"],
  ]);
  expect(about(made._id)).toEqual([["created", made.name], ["updated", "Kitaip"], ["deleted"]]);
  expect(about(rules)).toEqual([["default", usual]]);

  const [header, payload] = posts[0]?.split(".") ?? [];
  const forged = [header, payload, posts[1]?.split(".")[2]].join(".");
  await expect(app.webhooks.process(forged)).rejects.toThrow("signature");
});
