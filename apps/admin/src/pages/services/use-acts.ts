import { usePlatformAction } from "@uola/browser/use-platform.ts";
import type { Service } from "@uola/contract";
import type { Feedback } from "@uola/ui/kit/feedback.tsx";
import { say } from "@uola/words/admin";
import { useMemo } from "react";
import type { ServiceActs } from "./service-table.tsx";

/**
 * The sheet opened over the list: the form (for a new service if `service` is missing), or the
 * history of a service.
 */
export type Opened = { kind: "form"; service?: Service } | { kind: "history"; service: Service };

type Holding = {
  make: Feedback["make"];
  open: (opened: Opened) => void;
  setDeleting: (services: readonly Service[]) => void;
};

/** The list's row actions, memoized so that unchanged rows are not rendered again. */
export function useActs({ make, open, setDeleting }: Holding): ServiceActs {
  const write = usePlatformAction("services", "policies", "categories");
  return useMemo(() => {
    /** Changes one service from the list with its current revision; undo uses the next revision. */
    const change = ({ id }: Service, to: object, back: object, text: string) => {
      const set = (part: object) =>
        write(async ({ services }) => {
          const { service } = await services.get({ serviceId: id });
          return services.update({ service: { ...part, id, revision: service.revision } });
        });
      return make(
        () => set(to),
        text,
        () => set(back),
      );
    };
    return {
      open: (service) => open({ kind: "form", service }),
      history: (service) => open({ kind: "history", service }),
      hide: (service) => {
        const hidden = !service.hidden;
        const text = say(hidden ? "services.done.hidden" : "services.done.shown", { name: service.name });
        void change(service, { hidden }, { hidden: !hidden }, text);
      },
      clone: (service) => {
        let cloned: string | undefined;
        void make(
          () =>
            write(async ({ services }) => {
              const cloneServiceName = say("services.copyOf", { name: service.name });
              const wish = { sourceServiceId: service.id, cloneServiceName, hideService: true, copyPricingPlans: true };
              cloned = (await services.clone(wish)).service.id;
            }),
          say("services.done.clone", { name: service.name }),
          () => write(({ services }) => services.delete({ serviceId: cloned ?? "" })),
        );
      },
      remove: (service) => setDeleting([service]),
      price: (service, payment, back) =>
        change(service, { payment }, { payment: back }, say("services.done.price", { name: service.name })),
    };
  }, [write, make, open, setDeleting]);
}
