import "react";

declare module "react" {
  /** React accepts custom properties (`--columns`) in `style`, but its types do not. */
  interface CSSProperties {
    [customProperty: `--${string}`]: string | number | undefined;
  }
}
