import type { ReactNode } from "react";

/** A count next to a heading. */
export const Count = ({ children }: { children: ReactNode }) => (
  <b className="inline-grid h-[26px] min-w-[26px] place-items-center rounded-full bg-orange px-1 text-[15px] text-ink">
    {children}
  </b>
);
