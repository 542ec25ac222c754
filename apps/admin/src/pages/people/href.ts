import { linkTo } from "@uola/page-loader/locale.ts";
/** Returns the URL of a person's page, by the person's id or by a booking they made. */
export const personHref = (who: { personId: string } | { bookingId: string }): string =>
  linkTo("personId" in who ? `/admin/people/${who.personId}/` : `/admin/people/${who.bookingId}/?of=booking`);
