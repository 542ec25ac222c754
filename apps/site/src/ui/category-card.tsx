import { type Category, signs } from "@uola/art";
import { TextLink } from "./buttons.tsx";
import { Headline } from "./headline.tsx";
import { Hold } from "./ornament.tsx";
import { Tape } from "./badge.tsx";

type DoorProps = {
  category: Category;
  title: string;
  text: string;
  link: { href: string; label: string };
  price?: string;
};

/** A way in: a field of the category's colour, its hold cropped by the edge, the price stuck on. Stand in `.doors`. */
export function Door({ category, title, text, link, price }: DoorProps) {
  const { hue, shape } = signs[category];
  return (
    <section className={`door ${hue}`}>
      <Headline size="door">{title}</Headline>
      <p>{text}</p>
      <TextLink onwards href={link.href}>
        {link.label}
      </TextLink>
      {price && <Tape>{price}</Tape>}
      <Hold shape={shape} />
    </section>
  );
}
