/** Where in the flow somebody is: the steps in order, those done with a tick, the present one marked for everybody. */
import { Icon } from '@/components/ui/icon';

const steps = ['Policy', 'Preview', 'Review sealed plan', 'Run'] as const;
export type Step = (typeof steps)[number];

export function Stepper({ at }: { readonly at: Step }) {
  const now = steps.indexOf(at);
  return (
    <ol className="stepper" aria-label="Steps">
      {steps.map((step, index) => (
        <li
          key={step}
          className={index < now ? 'done' : undefined}
          aria-current={index === now ? 'step' : undefined}
        >
          <span className="n">{index < now ? <Icon name="check" size="xs" /> : index + 1}</span>
          {step}
          {index < now ? <span className="sr">, done</span> : null}
        </li>
      ))}
    </ol>
  );
}
