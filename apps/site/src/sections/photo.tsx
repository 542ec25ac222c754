import type { Picture } from "./read.ts";

type PhotoProps = { picture: NonNullable<Picture>; sizes: string; eager?: boolean; className?: string };

/** A picture from the media library in responsive sizes; its space is reserved until it has loaded. */
export function Photo({ picture: { sources, alt }, sizes, eager = false, className = "" }: PhotoProps) {
  return (
    <picture>
      {sources.sources.map(({ type, srcSet }) => (
        <source key={type} type={type} srcSet={srcSet} sizes={sizes} />
      ))}
      <img
        src={sources.src}
        alt={alt}
        width={sources.width}
        height={sources.height}
        {...(sources.style && { style: sources.style })}
        loading={eager ? "eager" : "lazy"}
        className={`w-full ${className}`}
      />
    </picture>
  );
}
