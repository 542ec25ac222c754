import { Icon } from "./icons.tsx";

type StepsProps = { label: string; steps: readonly { name: string; href?: string }[]; current: number };

/** The progress through a multi-step flow; earlier steps can be returned to. */
export function Steps({ label, steps, current }: StepsProps) {
  return (
    <nav aria-label={label} className="mb-4">
      <ol className="steps">
        {steps.map(({ name, href }, index) => (
          <li key={name} aria-current={index === current ? "step" : undefined}>
            {href && index < current ? (
              <a
                href={href}
                aria-label={name}
                className="-my-[9px] inline-flex min-h-[44px] min-w-[32px] items-center gap-2"
              >
                <Icon name="check" />
                <span>{name}</span>
              </a>
            ) : (
              <>
                {index < current ? <Icon name="check" /> : <b>{index + 1}</b>}
                <span>{name}</span>
              </>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
