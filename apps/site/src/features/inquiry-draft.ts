import type { InquiryTopic } from "@uola/contract";
import { draftStorage } from "./tab-storage.ts";

export type Draft = { topic: InquiryTopic; name: string; email: string; phone: string; text: string };

export const emptyDraft: Draft = { topic: "OTHER", name: "", email: "", phone: "", text: "" };

/** The storage key of a draft; each project application has its own. */
export const draftName = (projectPage?: string) => (projectPage ? `uola.inquiry.${projectPage}` : "uola.inquiry");

/** Keeps a draft until it is sent. Other pages write into it what the form shows when it opens. */
export const inquiryStorage = (projectPage?: string) => draftStorage<Draft>(draftName(projectPage));
