import { usePlatformQuery } from "@uola/browser/use-platform.ts";
import type { PrintedVoucher, VoucherDesign } from "@uola/contract";
import type { Head, PageProps } from "@uola/page-loader/page.ts";
import { useApp } from "@uola/page-loader/tree.tsx";
import { PrimaryButton } from "@uola/ui/buttons.tsx";
import { AdminPage } from "@uola/ui/kit/page.tsx";
import { Results } from "@uola/ui/kit/results.tsx";
import { Ornament } from "@uola/ui/ornament.tsx";
import { Wordmark } from "@uola/ui/wordmark.tsx";
import { say } from "@uola/words/admin";
import { dateLong, money } from "@uola/words/formats";

export const head = (): Head => ({ title: say("vouchers.print"), hidden: true });

export { Waiting } from "../../frame/admin-frame.tsx";

/**
 * Prints a voucher or a batch, with one A4 sheet per voucher, folded along two lines to fit a long
 * envelope.
 */
export default function Print({ search }: PageProps) {
  const [voucherId, batchId] = [search.get("voucher"), search.get("batch")];
  const { data, ...reading } = usePlatformQuery(
    ["vouchers", "print", voucherId, batchId],
    async ({ vouchers }) => (await vouchers.print({ voucherId, batchId })).vouchers,
    { refetch: true },
  );
  return (
    <AdminPage
      className="page print:p-0 print:[&>header]:hidden"
      title={say("vouchers.print")}
      about={data && say("vouchers.print.count", { count: data.length })}
      beside={
        data && (
          <PrimaryButton small onClick={() => print()}>
            {say("vouchers.print")}
          </PrimaryButton>
        )
      }
    >
      <Results reading={reading} items={data} failed={say("vouchers.failed")}>
        {(printed) => printed.map((each) => <Page key={each.voucher.id} {...each} />)}
      </Results>
    </AdminPage>
  );
}

type Sign = { shape: Parameters<typeof Ornament>[0]["shape"]; hue: NonNullable<Parameters<typeof Ornament>[0]["hue"]> };
/** The climbing holds shown for each design: a large one and two smaller ones. */
const signs: Record<VoucherDesign, readonly [Sign, Sign, Sign]> = {
  ROUTE: [sign("sloper", "orange"), sign("pocket", "pink"), sign("jug", "green")],
  HOLDS: [sign("jug", "pink"), sign("flower", "yellow"), sign("edge", "sky")],
  CONTOURS: [sign("edge", "sky"), sign("sloper", "green"), sign("pocket", "yellow")],
  TAPE: [sign("flower", "yellow"), sign("edge", "orange"), sign("jug", "sky")],
};
function sign(shape: Sign["shape"], hue: Sign["hue"]): Sign {
  return { shape, hue };
}

/** Texts in the language of the voucher, which may differ from the language of the user who prints it. */
const textsOf = {
  lt: {
    title: "Dovanų kuponas",
    to: "Kam",
    from: "Dovanoja",
    code: "Kodas",
    until: "Galioja iki",
    number: "Kupono nr.",
    use: "Nuskaitykite kodą telefonu arba salėje parodykite šį lapą. Likutis lieka kupone.",
    whole: "Nuskaitykite kodą telefonu arba salėje parodykite šį lapą. Kuponas panaudojamas visas iš karto.",
    fold: "lenkti čia",
    qr: "QR kodas su kupono likučiu",
  },
  en: {
    title: "Gift voucher",
    to: "For",
    from: "From",
    code: "Code",
    until: "Valid until",
    number: "Voucher no.",
    use: "Scan the code with a phone, or show this page at the gym. What is left stays on the voucher.",
    whole: "Scan the code with a phone, or show this page at the gym. The voucher is used as a whole.",
    fold: "fold here",
    qr: "QR code of the voucher’s balance",
  },
} as const;

/** Paper is white with dark ink, even if the page uses the dark theme. */
const paper = { background: "#fff", color: "#0c1a4b" };

function Page({ voucher, code, qr }: PrintedVoucher) {
  const { balance, serviceName, greeting, recipientName, giverName, validUntil, number, design, language } = voucher;
  const { name: gym } = useApp();
  const texts = textsOf[language];
  const [great, second, third] = signs[design];
  return (
    <article
      lang={language}
      className="relative mx-auto mb-8 h-[296mm] w-[210mm] max-w-none overflow-hidden [print-color-adjust:exact] print:m-0 print:break-after-page"
      style={paper}
    >
      <header className="on-ink contoured relative h-[104mm] overflow-hidden bg-ink p-[14mm] text-chalk">
        <p className="wordmark w-[24mm]">
          <Wordmark name={gym} />
        </p>
        <h2 className="mt-[14mm] max-w-[130mm] text-[19mm] leading-[1.02] font-black uppercase [font-family:var(--font-display)]">
          {texts.title}
        </h2>
        <Ornament {...great} style={{ position: "absolute", right: "-14mm", top: "-12mm", width: "70mm" }} />
        <Ornament {...second} style={{ position: "absolute", right: "36mm", top: "36mm", width: "32mm" }} />
        <Ornament {...third} style={{ position: "absolute", right: "10mm", top: "66mm", width: "26mm" }} />
      </header>
      <Fold at="108mm" text={texts.fold} />
      <section className="absolute top-[116mm] right-[14mm] left-[14mm]">
        {greeting && <p className={greeting.length > 120 ? "text-[5mm]" : "text-[8mm] font-bold"}>{`„${greeting}“`}</p>}
        <p className="mt-[5mm] text-[4.5mm]">
          {[recipientName && `${texts.to}: ${recipientName}`, giverName && `${texts.from}: ${giverName}`]
            .filter(Boolean)
            .join(" · ")}
        </p>
      </section>
      <p className="absolute bottom-[100mm] left-[14mm] max-w-[180mm] leading-none font-black [font-family:var(--font-display)] text-[20mm]">
        {serviceName ?? money(balance, language)}
      </p>
      <Fold at="202mm" text={texts.fold} />
      <section className="absolute top-[212mm] right-[14mm] left-[14mm] grid grid-cols-[1fr_auto] gap-[10mm]">
        <div>
          <p className="text-[4mm]">{texts.code}</p>
          <p className="my-[3mm] text-[11mm] font-black tracking-[0.06em] whitespace-nowrap [font-family:var(--font-display)]">
            {code}
          </p>
          <p className="max-w-[110mm] text-[4.2mm]">{serviceName ? texts.whole : texts.use}</p>
          <dl className="mt-[8mm] flex gap-[12mm] border-t-2 border-ink pt-[4mm] text-[4mm]">
            <div>
              <dt>{texts.until}</dt>
              <dd className="font-bold">{dateLong(validUntil, language)}</dd>
            </div>
            <div>
              <dt>{texts.number}</dt>
              <dd className="font-bold">{String(number).padStart(6, "0")}</dd>
            </div>
          </dl>
        </div>
        <svg viewBox={`-4 -4 ${qr.size + 8} ${qr.size + 8}`} className="h-[44mm] w-[44mm]" role="img">
          <title>{texts.qr}</title>
          <path d={qr.path} fill="#0c1a4b" shapeRendering="crispEdges" />
        </svg>
      </section>
    </article>
  );
}

const Fold = ({ at, text }: { at: string; text: string }) => (
  <p
    className="absolute left-0 w-[40mm] border-t border-dashed border-ink/50 pt-[1mm] pl-[4mm] text-[2.6mm]"
    style={{ top: at }}
  >
    {text}
  </p>
);
