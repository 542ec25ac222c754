import { pageContent } from "../../content/page-content.ts";

/** The texts that the owner edits on this page. */
export const page = pageContent({
  collection: "ContactPage",
  texts: {
    description: "contact.description",
    hero: "contact.hero",
    lead: "contact.lead",
    stop: "contact.stop",
    wayLead: "contact.way.lead",
    way1: "contact.way.1",
    way1Text: "contact.way.1.text",
    way2: "contact.way.2",
    way2Text: "contact.way.2.text",
    way3: "contact.way.3",
    way3Text: "contact.way.3.text",
    byCar: "contact.by.car",
    byBike: "contact.by.bike",
    byWheelchair: "contact.by.wheelchair",
    hoursNote: "contact.hours.note",
    asksLead: "contact.asks.lead",
    writeLead: "contact.write.lead",
    writeNote: "contact.write.note",
  },
});
