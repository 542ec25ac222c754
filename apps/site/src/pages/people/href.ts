import { linkTo } from "../../loader/locale.ts";
/** Where a person's page is: of the person, or of whoever made a booking. */
export const personHref = (who: { personId: string } | { bookingId: string }): string =>
  linkTo("personId" in who ? `/admin/people/${who.personId}/` : `/admin/people/${who.bookingId}/?of=booking`);
