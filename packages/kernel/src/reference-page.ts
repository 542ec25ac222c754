import { type Endpoint, generalErrors } from "@uola/contract";
import { type Components, type Described, describe, type JsonSchema } from "./openapi.ts";

/** Renders the contract as one self-contained page: operations by group, then all schemas. */
export function referencePage(contract: Record<string, Record<string, Endpoint>>): string {
  const { operations, components } = describe(contract);
  const features = Object.keys(contract);
  const of = (feature: string) => operations.filter((operation) => operation.feature === feature);
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Uola platform reference</title>
<style>${style}</style>
<header>
<h1>Uola platform</h1>
<p>Every operation answers <code>200</code> with its output, or the <a href="#ErrorEnvelope">error envelope</a>. Send
<code>Authorization: &lt;access token or API key&gt;</code>, with or without <code>Bearer</code>. Each rank may do what the
ranks before it may: anyone, visitor, member, trainer, owner. Desk, editor and accountant are members who may also call what names them. The machine-readable form is <a href="/openapi.json">openapi.json</a>.</p>
<nav aria-label="Operations">${features
    .map(
      (feature) =>
        `<section><h2><a href="#${feature}">${feature}</a></h2><ul>${of(feature)
          .map(({ name }) => `<li><a href="#${feature}.${name}">${name}</a></li>`)
          .join("")}</ul></section>`,
    )
    .join("")}</nav>
</header>
<main>
${features.map((feature) => `<h2 id="${feature}">${feature}</h2>${of(feature).map(operation).join("")}`).join("")}
<h2 id="errors">Errors of any operation</h2>
<p>${generalErrors.map((code) => `<code>${code}</code>`).join(" ")}</p>
<h2 id="shapes">Shapes</h2>
${shapes(components)}
</main>
</html>`;
}

function operation({ feature, name, endpoint, input, output }: Described): string {
  const { method, path, access, also = [], summary, errors, gateways = [] } = endpoint;
  return `<article id="${feature}.${name}">
<h3>${feature}.${name} ${[access, ...also].map((role) => `<span class="access ${role}">${role}</span>`).join(" ")}</h3>
<p class="path"><b>${method}</b> <code>${escaped(path)}</code></p>
${gateways.length > 0 ? `<p class="also">Also under ${gateways.map((prefix) => `<code>${prefix}</code>`).join(" ")}</p>` : ""}
<p>${escaped(summary)}</p>
<h4>Request</h4>${fields(input)}${endpoint.body === "file" ? "<p>These stand in the query; the body is the file as it is.</p>" : ""}${endpoint.form ? "<p>As JSON, or as a form.</p>" : ""}
<h4>Answer</h4>${fields(output)}
${errors.length > 0 ? `<h4>Refuses with</h4><p>${errors.map((code) => `<code>${code}</code>`).join(" ")}</p>` : ""}
</article>`;
}

const shapes = (components: Components) =>
  Object.entries(components)
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([name, schema]) => `<article id="${name}"><h3>${name}</h3>${fields(schema)}</article>`)
    .join("");

/** Renders the fields of an object as a table. Unnamed objects are flattened with dotted names. */
function fields(schema: JsonSchema): string {
  if (schema.$ref) return `<p>${typeOf(schema)}</p>`;
  const rows = rowsOf(schema, "");
  if (rows.length === 0) return schema.type === "object" ? "<p>Nothing.</p>" : `<p>${typeOf(schema)}</p>`;
  const body = rows.map(({ path, type, limits, required }) => {
    const mark = required ? "required" : "";
    return `<tr><th scope="row"><code>${escaped(path)}</code></th><td>${type}</td><td>${escaped(limits)}</td><td>${mark}</td></tr>`;
  });
  const head =
    '<tr><th scope="col">Field</th><th scope="col">Type</th><th scope="col">Limits</th><th scope="col"></th></tr>';
  return `<div class="table"><table><thead>${head}</thead><tbody>${body.join("")}</tbody></table></div>`;
}

type Row = { path: string; type: string; limits: string; required: boolean };

function rowsOf(schema: JsonSchema, prefix: string): Row[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const path = prefix + name;
    const inner = withoutNull(property);
    const row = {
      path,
      type: typeOf(inner),
      limits: limitsOf(inner),
      required: schema.required?.includes(name) ?? false,
    };
    const unfolded = inner.items ? withoutNull(inner.items) : inner;
    return [row, ...rowsOf(unfolded, inner.items ? `${path}[].` : `${path}.`)];
  });
}

/** Returns the schema without "or null", which every optional field allows. */
function withoutNull(schema: JsonSchema): JsonSchema {
  const [only, ...others] = schema.anyOf?.filter(({ type }) => type !== "null") ?? [];
  return only && others.length === 0
    ? { ...only, ...(schema.description && { description: schema.description }) }
    : schema;
}

function typeOf(schema: JsonSchema): string {
  const { $ref, type, items, anyOf, format, additionalProperties, properties } = schema;
  if ($ref) {
    const name = $ref.split("/").at(-1);
    return `<a href="#${name}">${name}</a>`;
  }
  if (schema.const !== undefined) return `<code>${escaped(JSON.stringify(schema.const))}</code>`;
  if (schema.enum) return schema.enum.map((value) => `<code>${escaped(String(value))}</code>`).join(" ");
  if (anyOf) return [...new Set(anyOf.map(typeOf))].join(" or ");
  if (items) return `list of ${typeOf(withoutNull(items))}`;
  if (additionalProperties && typeof additionalProperties === "object" && !properties) {
    return `map of ${typeOf(withoutNull(additionalProperties))}`;
  }
  const names = [type ?? "anything"].flat().filter((name) => name !== "null");
  return `${names.join(" or ")}${format ? ` (${format})` : ""}`;
}

function limitsOf(schema: JsonSchema): string {
  const { minLength, maxLength, minimum, maximum, minItems, maxItems, pattern } = schema;
  const between = (from: number | undefined, to: number | undefined, of: string) => {
    const limit = to !== undefined && Math.abs(to) < Number.MAX_SAFE_INTEGER ? to : undefined;
    const start = from !== undefined && Math.abs(from) < Number.MAX_SAFE_INTEGER ? from : undefined;
    if (start === undefined && limit === undefined) return [];
    if (start === undefined) return [`≤ ${limit}${of}`];
    return [limit === undefined ? `≥ ${start}${of}` : `${start}–${limit}${of}`];
  };
  return [
    ...between(minLength, maxLength, " characters"),
    ...between(minimum, maximum, ""),
    ...between(minItems, maxItems, " entries"),
    ...(pattern ? [pattern] : []),
  ].join(", ");
}

const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

const style = `
:root{color-scheme:light dark;--ground:#f5f0e4;--text:#0c1a4b;--muted:#4d5678;--line:#d8cdb4;--paper:#fffdf7}
@media(prefers-color-scheme:dark){:root{--ground:#081133;--text:#f5f0e4;--muted:#c9cde6;--line:#3a52b4;--paper:#0c1a4b}}
*{box-sizing:border-box}html{scroll-behavior:smooth}
body{margin:0;background:var(--ground);color:var(--text);font:17px/1.5 "Hanken Grotesk",system-ui,sans-serif}
header{background:#0c1a4b;color:#f5f0e4;padding:44px max(20px,calc(50vw - 560px))}header a{color:#ffc62b}
main{padding:24px max(20px,calc(50vw - 560px)) 96px}
h1{font-size:56px;line-height:1;margin:0 0 16px;font-weight:900;letter-spacing:-.02em}
main>h2{font-size:40px;line-height:1.1;margin:56px 0 12px;border-bottom:3px solid var(--text);padding-bottom:8px;font-weight:900}
h3{font-size:22px;margin:0 0 4px}h4{font-size:15px;margin:20px 0 4px;color:var(--muted)}p{margin:0 0 8px;max-width:75ch}
nav{display:grid;grid-template-columns:repeat(auto-fill,minmax(190px,1fr));gap:8px 24px;margin-top:24px}
nav h2{font-size:17px;margin:0}nav ul{list-style:none;margin:0;padding:0}
article{padding:24px 0;border-bottom:1px solid var(--line);scroll-margin-top:12px}
code{font:14px/1.4 ui-monospace,monospace;overflow-wrap:anywhere}.path{font-size:19px}.path code{font-size:17px}.also{color:var(--muted)}
main a{color:inherit;text-underline-offset:3px}
.access{font-size:14px;font-weight:600;padding:2px 10px;color:#0c1a4b;background:#4fabff;border-radius:0}
.anyone{background:#19ab78}.visitor{background:#ffc62b}.member{background:#4fabff}.trainer{background:#ff90bf}.owner{background:#ff5c38}
.table{overflow-x:auto}table{border-collapse:collapse;width:100%;background:var(--paper);font-size:15px}
th,td{text-align:left;vertical-align:top;padding:6px 10px;border-bottom:1px solid var(--line);font-weight:400}
thead th{color:var(--muted)}td:nth-child(3){max-width:320px;overflow-wrap:anywhere;color:var(--muted)}
:focus-visible{outline:3px solid #ff5c38;outline-offset:2px}
`;
