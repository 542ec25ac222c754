import type { DataInput, EntriesFunction } from "@uola/page-loader/page.ts";
import { say } from "@uola/words/site";
import { questionsOn, readContent } from "../../content/read.ts";
import { coursesIn, otherServicesIn } from "../../features/service-pages.ts";
import { service as serviceThing, sessionEvent } from "../../features/structured-data.ts";
import { page } from "../booking/booking.content.ts";
import { type ServiceData, serviceAt, shownService, sitemapEntry, slugsOfService } from "../course/service-data.ts";

/** Maximum number of sessions listed for search engines; the page lists all. */
const eventsMax = 20;

/**
 * Reads the page of a class or an appointment. The page shows the questions of the service and
 * those of the booking page.
 */
export async function data(input: DataInput): Promise<ServiceData> {
  const { service, href } = await serviceAt(input, otherServicesIn, coursesIn);
  const [content, { payAtGym, ...shown }] = await Promise.all([
    readContent(input, page, "Questions"),
    shownService(input, service),
  ]);
  const { group, description, dates } = shown;
  input.describe(
    serviceThing({ ...group, description: description || group.tagLine, href }),
    ...dates.slice(0, eventsMax).map(sessionEvent),
  );
  const isOnline = service.payment.options?.online === true;
  return {
    ...shown,
    isCourse: false,
    summary: say("service.summary", { name: group.name }),
    payment: payAtGym ? say(isOnline ? "service.payment.both" : "service.payment.gym") : "",
    questions: questionsOn(page, content, slugsOfService(service)),
  };
}

export const entries: EntriesFunction = async ({ client }) => (await otherServicesIn(client)).map(sitemapEntry);
