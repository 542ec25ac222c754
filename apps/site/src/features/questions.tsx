import { say } from "@uola/words/site";
import type { Question } from "../content/read.ts";
import { Headline } from "../ui/headline.tsx";

/** What people ask before they come; nothing where nothing is asked. Search engines are told by `questionsOn`. */
export function Questions({ questions }: { questions: readonly Question[] }) {
  if (questions.length === 0) return null;
  return (
    <section className="page section columns" aria-labelledby="questions">
      <Headline id="questions" hues={["sky", "pink", "green"]}>
        {say("questions.heading")}
      </Headline>
      <div className="rule content-start">
        {questions.map(({ id, question, answer }) => (
          <details key={id} className="answered">
            <summary>{question}</summary>
            {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the server has sanitised it */}
            <div className="rich" dangerouslySetInnerHTML={{ __html: answer }} />
          </details>
        ))}
      </div>
    </section>
  );
}
