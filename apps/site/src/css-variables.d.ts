import "react";

declare module "react" {
  /** React accepts custom properties (`--columns`) in `style`, but its types do not. */
  interface CSSProperties {
    [variable: `--${string}`]: string | number | undefined;
  }
}
