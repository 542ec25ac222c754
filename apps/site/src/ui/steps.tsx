import { Icon } from "./icons.tsx";

type StepsProps = { label: string; steps: readonly { name: string; href?: string }[]; current: number };

/** Where one is on a way of several steps; those behind can be gone back to. */
export function Steps({ label, steps, current }: StepsProps) {
  return (
    <nav aria-label={label} className="mb-4">
      <ol className="steps">
        {steps.map(({ name, href }, index) => (
          <li key={name} aria-current={index === current ? "step" : undefined}>
            {index < current ? <Icon name="check" /> : <b>{index + 1}</b>}
            {href && index < current ? (
              <a href={href} aria-label={name}>
                <span>{name}</span>
              </a>
            ) : (
              <span>{name}</span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
