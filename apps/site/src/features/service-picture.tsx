import type { Picture } from "./picture.ts";

type ServicePictureProps = { picture: Picture; sizes: string; className?: string; eager?: boolean };

/**
 * A service's picture at the width that the screen needs. A picture without alternative text is
 * decorative.
 */
export function ServicePicture({ picture, sizes, className = "", eager = false }: ServicePictureProps) {
  const { sources, src, width = 960, height = 640, alt, style } = picture;
  return (
    <picture className={`block ${className}`}>
      {sources.map(({ type, srcSet }) => (
        <source key={type} type={type} srcSet={srcSet} sizes={sizes} />
      ))}
      <img
        src={src}
        alt={alt}
        width={width}
        height={height}
        {...(style && { style })}
        loading={eager ? "eager" : "lazy"}
        className="h-auto w-full"
      />
    </picture>
  );
}
