import { type OrderPaymentMethod, PaymentProvider } from "@uola/contract";
import type { Context } from "@uola/kernel";
import type { Documents } from "../documents/documents.ts";
import type { Providers } from "./payment-providers/provider.ts";
import type { Settings } from "./settings.ts";

type Chosen = Exclude<OrderPaymentMethod, "ZERO">;
export type Ways = ReturnType<typeof createWays>;

/** The payment methods currently available for orders. */
export function createWays(
  { demo }: Pick<Context, "demo">,
  { settings, documents, providers }: { settings: Settings; documents: Documents; providers: Providers },
) {
  async function offered(): Promise<{ way: Chosen; banks: { code: string; name: string }[] }[]> {
    const [{ transfer, atDesk }, seller, banks] = await Promise.all([
      settings.read(),
      documents.seller(),
      Promise.all(PaymentProvider.options.map((way) => providers[way].banks())),
    ]);
    return [
      ...(demo ? [{ way: "DEMO_BANK" as const, banks: [] }] : []),
      ...PaymentProvider.options.flatMap((way, index) => (banks[index] ? [{ way, banks: banks[index] }] : [])),
      ...(transfer && seller?.iban ? [{ way: "BANK_TRANSFER" as const, banks: [] }] : []),
      ...(atDesk ? [{ way: "AT_DESK" as const, banks: [] }] : []),
    ];
  }
  return {
    offered,
    isOffered: async (way: Chosen): Promise<boolean> => (await offered()).some((each) => each.way === way),
  };
}
