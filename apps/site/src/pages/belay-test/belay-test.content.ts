import { pageContent } from "../../content/page-content.ts";

/** The content of this page that the owner edits. */
export const page = pageContent({
  collection: "BelayTestPage",
  texts: {
    head: "belay.head",
    description: "belay.description",
    lead: "belay.lead",
    who: "belay.who.text",
    age: "belay.facts.age.value",
    bring: "belay.facts.bring.value",
    checkedLead: "belay.checked.lead",
    knot: "belay.checked.knot.text",
    device: "belay.checked.device.text",
    partner: "belay.checked.partner.text",
    fall: "belay.checked.fall.text",
    passed: "belay.after.passed",
    failed: "belay.after.failed",
  },
});
