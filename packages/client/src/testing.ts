export type Answer = { status?: number; body?: unknown; headers?: Record<string, string>; statusText?: string };

/** A platform that gives prepared answers and remembers what it was asked. */
export function platform(...answers: (Answer | Error)[]) {
  const asked: { method: string; path: string; token: string | null; headers: Headers; body: unknown }[] = [];
  const fetch = async (request: Request) => {
    const { method, url, headers } = request;
    const text = await request.text();
    const body = text && JSON.parse(text);
    asked.push({
      method,
      path: url.replace("http://platform.test", ""),
      token: headers.get("authorization"),
      headers,
      body,
    });
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    if (answer instanceof Error) throw answer;
    const { status = 200, body: told = {}, statusText = "", headers: more = {} } = answer ?? {};
    return new Response(typeof told === "string" ? told : JSON.stringify(told), { status, statusText, headers: more });
  };
  return { asked, fetch, url: "http://platform.test" };
}
