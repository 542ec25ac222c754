import { say } from "@uola/words/site";
import { PrimaryButton } from "./buttons.tsx";

type LoadFailedProps = {
  title: string;
  /** What is not lost, and what one can do. */
  children: string;
  level?: 2 | 3;
  retry: () => void;
};

/** Something of a page could not be read: said at once, with the way to try again. */
export function LoadFailed({ title, children, level = 2, retry }: LoadFailedProps) {
  const Heading = `h${level}` as const;
  return (
    <section className="error-summary" role="alert">
      <Heading className="title">{title}</Heading>
      <p>{children}</p>
      <PrimaryButton className="justify-self-start" onClick={retry}>
        {say("action.retry")}
      </PrimaryButton>
    </section>
  );
}
