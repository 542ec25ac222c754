import { phone as grouped } from "@uola/words/formats";
import { say } from "@uola/words/site";
import { linkTo } from "../loader/locale.ts";

/** A Lithuanian number as it is dialled. A gym that has written none is reached by its page of contacts. */
export const telOf = (phone: string): string => (phone ? `tel:${phone.replace(/[^\d+]/g, "")}` : linkTo("/contact/"));

/** A number within a sentence, "call +370 600 00014"; where there is none, "call us". */
export const showPhone = (phone: string): string => (phone ? grouped(phone) : say("call.us"));

/** A number that stands alone as a link. */
export const phoneLink = (phone: string): string => (phone ? grouped(phone) : say("page.contact"));
