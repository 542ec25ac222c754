import { type Category, signs } from "@uola/art";
import { Badge } from "./badge.tsx";
import { TextLink } from "./buttons.tsx";
import { Headline } from "./headline.tsx";
import { Ornament } from "./ornament.tsx";

type CategoryCardProps = {
  category: Category;
  title: string;
  text: string;
  link: { href: string; label: string };
  price?: string;
};

/**
 * A category link: a field in the category's colour, its hold cropped by the edge, the price as a
 * sticker. Use inside `.category-cards`.
 */
export function CategoryCard({ category, title, text, link, price }: CategoryCardProps) {
  const { hue, shape } = signs[category];
  return (
    <section className={`category-card ${hue}`}>
      <Headline size="card" field={hue}>
        {title}
      </Headline>
      <p>{text}</p>
      <TextLink onwards href={link.href}>
        {link.label}
      </TextLink>
      {price && <Badge>{price}</Badge>}
      <Ornament shape={shape} />
    </section>
  );
}
