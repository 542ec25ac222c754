export type PreparedResponse = {
  status?: number;
  body?: unknown;
  headers?: Record<string, string>;
  statusText?: string;
};

/** A platform that returns prepared responses and records the requests. */
export function platform(...responses: (PreparedResponse | Error)[]) {
  const requests: { method: string; path: string; token: string | null; headers: Headers; body: unknown }[] = [];
  const fetch = async (request: Request) => {
    const { method, url, headers } = request;
    const text = await request.text();
    const body = text && JSON.parse(text);
    requests.push({
      method,
      path: url.replace("http://platform.test", ""),
      token: headers.get("authorization"),
      headers,
      body,
    });
    const response = responses.length > 1 ? responses.shift() : responses[0];
    if (response instanceof Error) throw response;
    const { status = 200, body: responseBody = {}, statusText = "", headers: responseHeaders = {} } = response ?? {};
    return new Response(typeof responseBody === "string" ? responseBody : JSON.stringify(responseBody), {
      status,
      statusText,
      headers: responseHeaders,
    });
  };
  return { requests, fetch, url: "http://platform.test" };
}
