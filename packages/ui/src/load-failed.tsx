import { say } from "@uola/words/site";
import { PrimaryButton } from "./buttons.tsx";

type LoadFailedProps = {
  title: string;
  /** Explains which data is not lost and what the user can do. */
  children: string;
  level?: 2 | 3;
  retry: () => void;
};

/** Shown and announced when part of a page could not be loaded, with a retry button. */
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
