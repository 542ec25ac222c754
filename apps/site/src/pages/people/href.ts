/** Where a person's page is: of the person, or of whoever made a booking. */
export const personHref = (who: { personId: string } | { bookingId: string }): string =>
  "personId" in who ? `/admin/people/${who.personId}/` : `/admin/people/${who.bookingId}/?of=booking`;
