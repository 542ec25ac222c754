import { Headline } from "@uola/ui/headline.tsx";
import { Ornament } from "@uola/ui/ornament.tsx";
import { say } from "@uola/words/site";
import type { Person } from "../content/read.ts";

const holds = [
  { shape: "sloper", hue: "orange" },
  { shape: "pocket", hue: "sky" },
  { shape: "jug", hue: "pink" },
  { shape: "edge", hue: "green" },
  { shape: "dot", hue: "yellow" },
] as const;

type PeopleProps = { people: readonly Person[]; heading?: string; id?: string };

/** Shows the trainers. Renders nothing if there are none. */
export function People({ people, heading, id = "people" }: PeopleProps) {
  if (people.length === 0) return null;
  return (
    <section className="page section columns" aria-labelledby={id}>
      <Headline id={id} hues={["yellow", "sky", "orange"]}>
        {heading || say("people.heading")}
      </Headline>
      <ul className="people rule">
        {people.map(({ id: person, name, role, about, photo }, place) => (
          <li key={person}>
            <Portrait photo={photo} place={place} />
            <div className="grid content-start gap-1">
              <h3 className="title">{name}</h3>
              {role && <p className="text-muted">{role}</p>}
              {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the server has sanitised it */}
              {about && <div className="rich mt-1" dangerouslySetInnerHTML={{ __html: about }} />}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

/**
 * A photo clipped to the shape of a climbing hold, or only the shape if there is no photo. The name
 * is shown next to it.
 */
function Portrait({ photo, place }: { photo: Person["photo"]; place: number }) {
  const { shape, hue } = holds[place % holds.length] ?? holds[0];
  if (!photo) return <Ornament shape={shape} hue={hue} className="portrait" />;
  return (
    <picture className={`portrait hold-${shape}`}>
      {photo.sources.map(({ type, srcSet }) => (
        <source key={type} type={type} srcSet={srcSet} sizes="96px" />
      ))}
      <img src={photo.src} alt="" width={96} height={96} {...(photo.style && { style: photo.style })} loading="lazy" />
    </picture>
  );
}
