import { Headline } from "@uola/ui/headline.tsx";
import { say } from "@uola/words/site";
import type { Question } from "../content/read.ts";

type QuestionsProps = { questions: readonly Question[]; heading?: string; id?: string };

/**
 * Frequently asked questions; renders nothing if there are none. `questionsOn` publishes them for
 * search engines.
 */
export function Questions({ questions, heading, id = "questions" }: QuestionsProps) {
  if (questions.length === 0) return null;
  return (
    <section className="page section columns" aria-labelledby={id}>
      <Headline id={id} hues={["sky", "pink", "green"]}>
        {heading || say("questions.heading")}
      </Headline>
      <QuestionList questions={questions} />
    </section>
  );
}

/** A list of questions that expand to show their answers. */
export const QuestionList = ({ questions }: { questions: readonly Question[] }) => (
  <div className="rule content-start">
    {questions.map(({ id, question, answer }) => (
      <details key={id} className="answered">
        <summary>{question}</summary>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the server has sanitised it */}
        <div className="rich" dangerouslySetInnerHTML={{ __html: answer }} />
      </details>
    ))}
  </div>
);
