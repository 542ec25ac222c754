import { useEffect, useState } from "react";
import { useApp } from "../../loader/tree.tsx";
import { platform } from "../../platform.ts";
import { type Price, priceOf } from "../booking/activities.ts";

/** What one place of a service costs; nothing while that is not known. */
export function usePrice(serviceId: string): Price | undefined {
  const app = useApp();
  const [price, setPrice] = useState<Price>();
  useEffect(() => {
    let gone = false;
    platform(app)
      .then(({ services }) => services.get({ serviceId }))
      // What is waited for says how many come, not what each of them chose.
      .then(
        ({ service }) => !gone && !service.optionsAndVariants?.variants.length && setPrice(priceOf(service.payment)),
      )
      // Without it everything else of the page is still true.
      .catch(() => undefined);
    return () => {
      gone = true;
    };
  }, [app, serviceId]);
  return price;
}
