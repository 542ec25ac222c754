import type { Picture } from "./read.ts";

type PhotoProps = { picture: NonNullable<Picture>; sizes: string; eager?: boolean; className?: string };

/** A picture of the library in the sizes of the screen; its place is kept until it has come. */
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
