import type { Service } from "@uola/contract";
import { say } from "@uola/words/admin";
import { useMemo } from "react";
import type { Feedback } from "../../admin/kit/feedback.tsx";
import { usePlatformAction } from "../../use-platform.ts";
import type { ServiceActs } from "./service-table.tsx";

/** What is opened over the list: a form, new when it is of no service, or what happened to one. */
export type Opened = { kind: "form"; service?: Service } | { kind: "history"; service: Service };

type Holding = {
  make: Feedback["make"];
  open: (opened: Opened) => void;
  setDeleting: (services: readonly Service[]) => void;
};

/** What the lines of the list do, said once, so that lines which did not change are not drawn again. */
export function useActs({ make, open, setDeleting }: Holding): ServiceActs {
  const write = usePlatformAction("services", "policies", "categories");
  return useMemo(() => {
    /** A change of one service from the list: by its revision, with the way back by the next one. */
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
