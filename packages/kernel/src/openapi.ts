import { type Endpoint, ErrorEnvelope, generalErrors } from "@uola/contract";
import { z } from "zod";
import { parametersOf } from "./routes.ts";

/** The subset of JSON Schema used here. */
export type JsonSchema = {
  $ref?: string;
  type?: string | string[];
  format?: string;
  description?: string;
  enum?: unknown[];
  const?: unknown;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  additionalProperties?: JsonSchema | boolean;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  pattern?: string;
};
export type Components = Record<string, JsonSchema>;
type Contract = Record<string, Record<string, Endpoint>>;

/** One operation with its wire schemas, for documentation. */
export type Described = {
  feature: string;
  name: string;
  endpoint: Endpoint;
  input: JsonSchema;
  output: JsonSchema;
  pathParameters: string[];
};

/**
 * Describes all operations of a contract with their schemas. Schemas with an id are described once,
 * as components.
 */
export function describe(contract: Contract): { operations: Described[]; components: Components } {
  const components: Components = {};
  // The wire format is the input side of a codec: text where the program uses a `Date`.
  const schemaOf = (schema: z.ZodType): JsonSchema => {
    const { $defs = {}, $schema: _, ...own } = z.toJSONSchema(schema, { io: "input" });
    for (const [id, definition] of Object.entries($defs))
      components[componentName(id)] ??= withComponentRefs(definition);
    return withComponentRefs(own);
  };
  const operations = Object.entries(contract).flatMap(([feature, group]) =>
    Object.entries(group).map(([name, endpoint]) => ({
      feature,
      name,
      endpoint,
      input: schemaOf(endpoint.input),
      output: schemaOf(endpoint.output),
      pathParameters: parametersOf(endpoint.path),
    })),
  );
  schemaOf(z.object({ error: ErrorEnvelope }));
  return { operations, components };
}

// Only the free-form JSON schema gets its name from zod.
const componentName = (id: string) => (id.startsWith("__schema") ? "Json" : id);

/** Redirects references to the components, and replaces long date patterns by their format. */
function withComponentRefs(schema: unknown): JsonSchema {
  return JSON.parse(JSON.stringify(schema), (key, value) => {
    if (key === "$ref") return `#/components/schemas/${componentName(String(value).split("/").at(-1) ?? "")}`;
    if (key === "") return value;
    if (value && typeof value === "object" && "format" in value && "pattern" in value) {
      const { pattern: _, ...rest } = value;
      return rest;
    }
    return value;
  }) as JsonSchema;
}

export function openapi(contract: Contract, server: string) {
  const { operations, components } = describe(contract);
  const paths: Record<string, Record<string, unknown>> = {};
  for (const operation of operations) {
    const { endpoint } = operation;
    const path = endpoint.path.replaceAll("*}", "}");
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(operation) };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Uola platform",
      version: "1",
      description:
        "Every operation answers 200, or the error envelope. The same paths are served under the gateway prefixes existing clients use.",
    },
    servers: [{ url: server }],
    tags: Object.keys(contract).map((name) => ({ name })),
    paths,
    components: {
      schemas: components,
      securitySchemes: {
        token: {
          type: "apiKey",
          in: "header",
          name: "Authorization",
          description: "An access token or an owner's API key, with or without `Bearer ` before it.",
        },
      },
    },
  };
}

const binary: JsonSchema = { type: "string", format: "binary" };

function operationOf({ feature, name, endpoint, input, output, pathParameters }: Described) {
  const { method, access, also = [], errors, summary, gateways } = endpoint;
  const isFile = endpoint.body === "file";
  const asQuery = method === "GET" || method === "DELETE" || isFile;
  const inPath = pathParameters.map((parameter) => ({
    name: parameter,
    in: "path",
    required: true,
    schema: input.properties?.[parameter] ?? { type: "string" },
  }));
  const inQuery = Object.entries(asQuery ? (input.properties ?? {}) : {})
    .filter(([parameter]) => !pathParameters.includes(parameter))
    .map(([parameter, schema]) => ({
      name: parameter,
      in: "query",
      required: input.required?.includes(parameter) ?? false,
      schema,
    }));
  const codes = [...errors, ...generalErrors].join(", ");
  return {
    operationId: `${feature}.${name}`,
    tags: [feature],
    summary,
    description: `Access: ${[access, ...also].join(", ")}.${gateways ? ` Also under ${gateways.join(", ")}.` : ""}`,
    security: access === "anyone" ? [] : [{ token: [] }],
    "x-access": access,
    "x-errors": errors,
    parameters: [...inPath, ...inQuery],
    ...(isFile
      ? { requestBody: { required: true, content: { "application/octet-stream": { schema: binary } } } }
      : asQuery
        ? {}
        : {
            requestBody: {
              required: true,
              content: {
                "application/json": { schema: input },
                ...(endpoint.form && { "application/x-www-form-urlencoded": { schema: input } }),
              },
            },
          }),
    responses: {
      200: {
        description: "Done.",
        content:
          endpoint.answer === "file"
            ? { "application/octet-stream": { schema: binary } }
            : { "application/json": { schema: output } },
      },
      default: {
        description: `Refused. Codes: ${codes}.`,
        content: { "application/json": { schema: { $ref: "#/components/schemas/ErrorEnvelope" } } },
      },
    },
  };
}
