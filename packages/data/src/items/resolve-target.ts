import type { Environment } from "@uola/contract";
import type { Call, Context } from "@uola/kernel";
import type { ExternalTargets } from "./external-target.ts";
import type { ItemAccess } from "./item-access.ts";
import { createNativeTargets } from "./native-target.ts";
import type { Target } from "./write-target.ts";

type Where = {
  dataCollectionId: string;
  environment?: Environment | null | undefined;
  publishPluginOptions?: { includeDraftItems?: boolean | null | undefined } | null | undefined;
};

/** Runs a write on a native or external collection, and invalidates pages that show it. */
export type WithTarget = <Answer>(
  where: Where,
  call: Call,
  work: (target: Target) => Promise<Answer>,
) => Promise<Answer>;

export function createWithTarget(context: Context, access: ItemAccess, externalTargets: ExternalTargets): WithTarget {
  const nativeTargets = createNativeTargets(context, access);
  return async (where, { caller }, work) => {
    const { dataCollectionId: id, environment, publishPluginOptions } = where;
    const external = await externalTargets(id, caller);
    if (external) return work(external);
    const includeDrafts = publishPluginOptions?.includeDraftItems === true;
    return access.collections.using(id, async (collection) => {
      const answer = await work(await nativeTargets(collection, { environment, includeDrafts, caller }));
      if (collection.shown) context.changes.publish("content");
      return answer;
    });
  };
}
