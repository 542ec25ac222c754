import { CutPaper } from "./cut-paper.tsx";
import { type GalleryShape, galleryShape } from "./gallery-shapes.ts";
import { HeadedSection } from "./headed-section.tsx";
import { Photo } from "./photo.tsx";
import type { SectionOf } from "./read.ts";

const columns: Record<GalleryShape, string> = {
  one: "",
  two: "col-span-2",
  whole: "col-span-2 lg:col-span-3",
  wholeOnPhone: "col-span-2 lg:col-span-1",
};
const photoAspect: Record<GalleryShape, string> = {
  one: "aspect-square",
  two: "aspect-[2/1]",
  whole: "aspect-[2/1] lg:aspect-[3/1]",
  wholeOnPhone: "aspect-[2/1] lg:aspect-square",
};
const paperAspect: Record<GalleryShape, string> = {
  ...photoAspect,
  one: "aspect-[4/3]",
  wholeOnPhone: "aspect-[2/1] lg:aspect-[4/3]",
};

/**
 * Pictures with captions. A paper-cut illustration is shown until there is a photograph cleared for
 * publication.
 */
export function Gallery({ section: { pictures, ...section } }: { section: SectionOf<"gallery"> }) {
  return (
    <HeadedSection section={section} hues={["orange", "yellow"]}>
      <ul className="grid grid-cols-2 gap-x-4 gap-y-6 lg:grid-cols-3">
        {pictures.map(({ id, picture, caption }, place) => {
          const shape = galleryShape(place, pictures.length);
          return (
            <li key={id} className={columns[shape]}>
              <figure className="grid gap-2">
                {picture ? (
                  <Photo
                    picture={picture}
                    sizes={shape === "whole" ? "(min-width: 64rem) 900px, 100vw" : "(min-width: 64rem) 420px, 50vw"}
                    className={`${photoAspect[shape]} object-cover`}
                  />
                ) : (
                  <CutPaper place={place} aspect={paperAspect[shape]} />
                )}
                {caption && <figcaption className="small">{caption}</figcaption>}
              </figure>
            </li>
          );
        })}
      </ul>
    </HeadedSection>
  );
}
