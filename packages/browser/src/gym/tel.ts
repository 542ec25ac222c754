import { linkTo } from "@uola/page-loader/locale.ts";
import { phone as grouped } from "@uola/words/formats";
import { say } from "@uola/words/site";

/** Returns the tel: link for a Lithuanian number, or the contact page if the gym has no number. */
export const telOf = (phone: string): string => (phone ? `tel:${phone.replace(/[^\d+]/g, "")}` : linkTo("/contact/"));

/** A number within a sentence ("call +370 600 00014"), or "call us" if there is none. */
export const showPhone = (phone: string): string => (phone ? grouped(phone) : say("call.us"));

/** The text of a phone link that is not part of a sentence. */
export const phoneLink = (phone: string): string => (phone ? grouped(phone) : say("page.contact"));
