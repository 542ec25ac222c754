/** Cached by browsers and revalidated on each request. */
export const revalidate = { "cache-control": "public, max-age=0, must-revalidate" };

const typed = (type: string) => ({ "content-type": `${type}; charset=utf-8`, "x-content-type-options": "nosniff" });

export const jsonType = typed("application/json");
export const scriptType = typed("text/javascript");
export const manifestType = typed("application/manifest+json");
export const plainType = typed("text/plain");
export const xmlType = typed("application/xml");
