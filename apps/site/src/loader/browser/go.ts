/** Go to an address of this site from code, as a click on a link would. */
export function go(url: string, options: { replace?: boolean } = {}): void {
  if ("navigation" in globalThis) navigation.navigate(url, { history: options.replace ? "replace" : "auto" });
  else if (options.replace) location.replace(url);
  else location.assign(url);
}
