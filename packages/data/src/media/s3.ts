import { createHash } from "node:crypto";
import { createReadStream, openAsBlob } from "node:fs";
import { Refusal } from "@uola/kernel";
import { AwsClient } from "aws4fetch";
import type { Bytes, Storage } from "./storage.ts";

export type S3Settings = {
  /** For example `https://s3.eu-north-1.amazonaws.com`. The bucket is part of the path. */
  endpoint: string;
  bucket: string;
  region: string;
  accessKey: string;
  secretKey: string;
};

const retries = 3;
const answerMsMax = 30_000;
const sendMsMax = 900_000;

/** Stores files in an S3-compatible bucket. */
export function s3Storage({ endpoint, bucket, region, accessKey, secretKey }: S3Settings): Storage {
  const client = new AwsClient({
    accessKeyId: accessKey,
    secretAccessKey: secretKey,
    service: "s3",
    region,
    retries,
  });
  const root = `${endpoint.replace(/\/$/, "")}/${bucket}`;

  async function ask(path: string, init: RequestInit = {}, msMax = answerMsMax): Promise<Response> {
    // The timeout covers only the response headers. The body may take as long as its reader needs.
    const giving = new AbortController();
    const late = setTimeout(() => giving.abort(), msMax);
    try {
      const response = await client.fetch(root + path, { ...init, signal: giving.signal }).catch(unreachable);
      if (response.ok || response.status === 404) return response;
      await response.body?.cancel();
      throw unavailable(`The storage responded to ${init.method ?? "GET"} with status ${response.status}.`);
    } finally {
      clearTimeout(late);
    }
  }

  return {
    async put(key, content) {
      const body = "path" in content ? await openAsBlob(content.path) : new Blob([content]);
      const hash = "path" in content ? await hashOfFile(content.path) : hashOf(content);
      const headers = { "content-type": "application/octet-stream", "x-amz-content-sha256": hash };
      const response = await ask(`/${key}`, { method: "PUT", headers, body }, sendMsMax);
      if (!response.ok) throw unavailable("The bucket does not exist.");
    },
    async read(key, span) {
      const part = span ? { headers: { range: `bytes=${span.from}-${span.to}` } } : {};
      const response = await ask(`/${key}`, part);
      if (response.status !== 404) return response.body as ReadableStream<Bytes>;
      await response.body?.cancel();
      return undefined;
    },
    async removeAll(folder) {
      const query = new URLSearchParams({ "list-type": "2", "max-keys": "1000", prefix: `${folder}/` });
      for (;;) {
        const keys = keysIn(await (await ask(`?${query}`)).text());
        for (const key of keys) await ask(`/${key}`, { method: "DELETE" });
        if (keys.length < 1000) return;
      }
    },
  };
}

const unavailable = (message: string) => new Refusal("UNAVAILABLE", message, 503);
const unreachable = (error: Error): never => {
  const why = error.cause instanceof Error ? error.cause.message : error.message;
  throw unavailable(`The storage could not be reached: ${why}`);
};

/** Returns the keys of a listing. Our keys contain no characters that are escaped in XML. */
const keysIn = (listing: string) => [...listing.matchAll(/<Key>([\w./-]+)<\/Key>/g)].map(([, key]) => key as string);

const hashOf = (content: Bytes) => createHash("sha256").update(content).digest("hex");

async function hashOfFile(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest("hex");
}
