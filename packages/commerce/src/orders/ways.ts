import type { PaymentWay } from "@uola/contract";
import type { Context } from "@uola/kernel";
import type { Documents } from "../documents/documents.ts";
import type { Montonio } from "./montonio.ts";
import type { Settings } from "./settings.ts";

type Chosen = Exclude<PaymentWay, "ZERO">;
export type Ways = ReturnType<typeof createWays>;

/** In which ways an order may be paid now. */
export function createWays(
  { demo }: Pick<Context, "demo">,
  { settings, documents, montonio }: { settings: Settings; documents: Documents; montonio: Montonio },
) {
  async function offered(): Promise<{ way: Chosen; banks: { code: string; name: string }[] }[]> {
    const [{ transfer, atDesk }, seller, banks] = await Promise.all([
      settings.read(),
      documents.seller(),
      montonio.banks(),
    ]);
    return [
      ...(demo ? [{ way: "DEMO_BANK" as const, banks: [] }] : []),
      ...(banks ? [{ way: "MONTONIO" as const, banks }] : []),
      ...(transfer && seller?.iban ? [{ way: "BANK_TRANSFER" as const, banks: [] }] : []),
      ...(atDesk ? [{ way: "AT_DESK" as const, banks: [] }] : []),
    ];
  }
  return {
    offered,
    isOffered: async (way: Chosen): Promise<boolean> => (await offered()).some((each) => each.way === way),
  };
}
