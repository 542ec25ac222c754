import type { InquiryTopic } from "@uola/contract";
import { draftStorage } from "./tab-storage.ts";

export type Draft = { topic: InquiryTopic; name: string; email: string; phone: string; text: string };

export const emptyDraft: Draft = { topic: "OTHER", name: "", email: "", phone: "", text: "" };

/** Returns the storage key of a draft; each project has a separate key for applications. */
export const draftName = (projectPage?: string) => (projectPage ? `uola.inquiry.${projectPage}` : "uola.inquiry");

/**
 * Stores a draft until it is sent. Other pages can fill in the form in advance by writing to the
 * draft.
 */
export const inquiryStorage = (projectPage?: string) => draftStorage<Draft>(draftName(projectPage));
