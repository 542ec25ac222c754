import { categories } from "@uola/art";
import { Badge, CategoryBadge } from "@uola/ui/badge.tsx";
import {
  PrimaryButton,
  PrimaryLink,
  RoundButton,
  SecondaryButton,
  SecondaryLink,
  TextButton,
  TextLink,
} from "@uola/ui/buttons.tsx";
import { ActionMenu } from "@uola/ui/kit/action-menu.tsx";
import { longLabel, longText, Part, Side } from "./part.tsx";

const hues = ["orange", "yellow", "green", "pink", "sky", "plain", "now"] as const;

export const Buttons = () => (
  <>
    <Part name="Buttons">
      <Side>
        <PrimaryButton>Rezervuoti</PrimaryButton>
        <PrimaryButton icon="right">Rezervuoti</PrimaryButton>
        <PrimaryButton small icon="plus">
          Nauja paslauga
        </PrimaryButton>
        <PrimaryButton disabled>Rezervuoti</PrimaryButton>
        <PrimaryLink small href="#content">
          Į pradžią
        </PrimaryLink>
      </Side>
      <PrimaryButton wide>{longLabel}</PrimaryButton>
      <Side>
        <SecondaryButton>Rinktis</SecondaryButton>
        <SecondaryButton chosen aria-pressed>
          Pasirinkta
        </SecondaryButton>
        <SecondaryButton disabled>Rinktis</SecondaryButton>
        <SecondaryLink href="#content">Visos dienos</SecondaryLink>
      </Side>
      <Side>
        <RoundButton icon="minus" label="Mažiau" />
        <RoundButton icon="plus" label="Daugiau" disabled />
        <RoundButton bare icon="close" label="Uždaryti" />
        <TextButton>Atšaukti</TextButton>
        <TextButton about="Įvadas">Atšaukti</TextButton>
        <TextLink alone href="#content">
          Visas turinys
        </TextLink>
        <TextLink onwards href="#content">
          Į tvarkaraštį
        </TextLink>
      </Side>
      <ActionMenu
        label="Veiksmai: Įvadas"
        items={[
          { label: "Trinti", apart: true, onClick: () => {} },
          { label: "Istorija", onClick: () => {} },
          { label: longText, href: "#content" },
        ]}
      />
    </Part>
    <Part name="Badges">
      <Side>
        {hues.map((hue) => (
          <Badge key={hue} hue={hue}>
            {hue}
          </Badge>
        ))}
      </Side>
      <Side>
        {categories.map((category) => (
          <CategoryBadge key={category} category={category} large>
            {category}
          </CategoryBadge>
        ))}
      </Side>
      <Side>
        <span className="state-word">dabar</span>
        <span className="state-word outlined">paslėpta</span>
      </Side>
    </Part>
  </>
);
