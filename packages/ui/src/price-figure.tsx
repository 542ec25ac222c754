/** A price in display figures: "95 €", with a small currency sign. */
export function PriceFigure({ children }: { children: string }) {
  const [amount, sign] = children.split(/(?=\u00a0€$)/);
  return (
    <span className="price">
      {amount}
      {sign && <span className="sign">{sign}</span>}
    </span>
  );
}
