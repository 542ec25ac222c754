import { categories } from "@uola/art";
import { SecondaryButton } from "@uola/ui/buttons.tsx";
import { CategoryCard } from "@uola/ui/category-card.tsx";
import { DateStrip } from "@uola/ui/date-strip.tsx";
import { Headline } from "@uola/ui/headline.tsx";
import { PageHeader } from "@uola/ui/page-header.tsx";
import { PriceFigure } from "@uola/ui/price-figure.tsx";
import { Seats, SeatsLegend } from "@uola/ui/seats.tsx";
import { SessionRow } from "@uola/ui/session-row.tsx";
import { SlotRow } from "@uola/ui/slot-row.tsx";
import { Steps } from "@uola/ui/steps.tsx";
import { Ticket } from "@uola/ui/ticket.tsx";
import { useState } from "react";
import { longText, longWord, Part } from "./part.tsx";

const days = ["Pr", "An", "Tr", "Kt", "Pn", "Št", "Sk"].map((weekday, index) => ({
  day: `2026-01-0${index + 5}`,
  weekday,
  number: String(index + 5),
  count: index === 2 ? "nėra" : "5 laikai",
  label: `${weekday}, sausio ${index + 5} d.`,
  empty: index === 2,
}));
const places = [
  { tone: "free", text: "Liko 3 vietos" },
  { tone: "last", text: "Liko paskutinė vieta" },
  { tone: "full", text: "Vietų nebėra" },
] as const;

export function Public() {
  const [day, setDay] = useState("2026-01-05");
  return (
    <>
      <Part name="Days and steps">
        <DateStrip heading="Diena" days={days} value={day} onChange={setDay} />
        <div className="on-ink mt-6 p-4">
          <Steps
            label="Žingsniai"
            current={1}
            steps={[{ name: "Veikla", href: "#content" }, { name: "Laikas" }, { name: "Duomenys" }]}
          />
        </div>
      </Part>
      <Part name="Rows">
        <h3 className="day-heading">Trečiadienį</h3>
        <ul>
          {places.map((each) => (
            <SessionRow
              key={each.tone}
              start="18:00"
              end="19:30"
              category="children"
              categoryName="Vaikams"
              title={each.tone === "last" ? longWord : "Driežai"}
              detail="Rūta · nuo 8 metų"
              places={each}
              cost="14 €"
              action={{ href: "#content", label: "Rezervuoti" }}
            />
          ))}
        </ul>
        <ul>
          {[false, true].map((chosen) => (
            <SlotRow
              key={String(chosen)}
              start="9:00"
              end="10:30"
              name={longText}
              detail="Agnė"
              seats={<Seats taken={5} total={8} tone="free" text="Liko 3 vietos" />}
              price="14 €"
              hue="yellow"
              chosen={chosen}
              action={
                <SecondaryButton chosen={chosen} about={chosen ? "antras" : "pirmas"}>
                  Rinktis
                </SecondaryButton>
              }
            />
          ))}
        </ul>
        <SeatsLegend taken="užimta" free="laisva" />
        <PriceFigure>{"95\u00a0€"}</PriceFigure>
      </Part>
      <Part name="Summary">
        <Ticket
          title="Jūsų rezervacija"
          facts={[
            { name: "Veikla", value: longText },
            { name: "Kada", value: "trečiadienį, 18:00" },
          ]}
          held={{ text: "Vieta jums laikoma iki 16:55.", time: "14:32", share: 0.6 }}
          total={{ label: "Iš viso", detail: "2 dalyviai", amount: "28 €" }}
        />
      </Part>
      <Part name="Headings and cards">
        <PageHeader title="Šįvakar lipame" art={{ shape: "jug", hue: "orange" }}>
          <p className="lead">{longText}</p>
        </PageHeader>
        <Headline>{longWord}</Headline>
        <div className="category-cards">
          {categories.slice(0, 3).map((category) => (
            <CategoryCard
              key={category}
              category={category}
              title="Vaikams"
              text={longText}
              link={{ href: "#content", label: `Rinktis: ${category}` }}
              price="nuo 14 €"
            />
          ))}
        </div>
      </Part>
    </>
  );
}
