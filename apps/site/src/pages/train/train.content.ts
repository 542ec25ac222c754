import { pageContent } from "../../content/page-content.ts";

/** The owner's texts about regular training. */
export const page = pageContent({
  collection: "TrainPage",
  texts: {
    description: "train.description",
    lead: "train.lead",
    groupsLead: "train.groups.lead",
    none: "train.none",
    boards: "train.boards.text",
    strength: "train.strength.text",
    plan: "train.plan.text",
    trial: "train.trial.text",
  },
});
