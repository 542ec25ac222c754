import { useEffect, useState } from "react";
import { useApp } from "../../loader/tree.tsx";
import { platform } from "../../platform.ts";
import { type Activity, activityOf } from "../booking/activities.ts";

type Priced = Pick<Activity, "price" | "variants">;

/** What places of a service cost, by what is chosen; nothing while that is not known. */
export function usePrice(serviceId: string): Priced | undefined {
  const app = useApp();
  const [price, setPrice] = useState<Priced>();
  useEffect(() => {
    let gone = false;
    platform(app)
      .then(({ services }) => services.get({ serviceId }))
      .then(({ service }) => !gone && setPrice(activityOf(service)))
      // Without it everything else of the page is still true.
      .catch(() => undefined);
    return () => {
      gone = true;
    };
  }, [app, serviceId]);
  return price;
}
