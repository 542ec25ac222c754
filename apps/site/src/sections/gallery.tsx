import { CutPaper } from "./cut-paper.tsx";
import { Headed } from "./headed.tsx";
import { Photo } from "./photo.tsx";
import type { SectionOf } from "./read.ts";

/** Pictures with their captions. Cut paper stands in until there is a photograph that may be shown. */
export function Gallery({ section }: { section: SectionOf<"gallery"> }) {
  return (
    <Headed section={section} hues={["orange", "yellow"]}>
      <ul className="grid grid-cols-2 gap-x-4 gap-y-6 lg:grid-cols-3">
        {section.pictures.map(({ id, picture, caption }, place) => (
          <li key={id} className={place % 5 === 0 ? "col-span-2" : ""}>
            <figure className="grid gap-2">
              {picture ? (
                <Photo
                  picture={picture}
                  sizes="(min-width: 64rem) 420px, 50vw"
                  className={`${place % 5 === 0 ? "aspect-[2/1]" : "aspect-square"} object-cover`}
                />
              ) : (
                <CutPaper place={place} wide={place % 5 === 0} />
              )}
              {caption && <figcaption className="small">{caption}</figcaption>}
            </figure>
          </li>
        ))}
      </ul>
    </Headed>
  );
}
