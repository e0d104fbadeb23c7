/** Buttons: one primary per screen; one that cannot be pressed stays in place and says why. */
import type { ComponentProps, ReactNode } from 'react';
import { useId } from 'react';
import { Anchor } from './anchor';
import { Icon } from './icon';
import type { IconName } from './icon-paths';

type Look = { readonly variant?: 'primary' | 'halt'; readonly small?: boolean; readonly icon?: IconName };

function classOf({ variant, small }: Look): string {
  return ['btn', small ? 'sm' : undefined, variant].filter(Boolean).join(' ');
}

export interface ButtonProps extends Look, Omit<ComponentProps<'button'>, 'disabled'> {
  /** Why it cannot be pressed now, with the role or capability needed; present means it cannot. */
  readonly refusal?: string | null;
  /** A call is under way: pressing again does nothing. */
  readonly pending?: boolean;
}

export function Button({
  variant,
  small,
  icon,
  refusal,
  pending = false,
  onClick,
  children,
  ...rest
}: ButtonProps) {
  const id = useId();
  const blocked = Boolean(refusal) || pending;
  return (
    <>
      <button
        type="button"
        {...rest}
        className={classOf({ variant, small })}
        aria-disabled={blocked || undefined}
        aria-busy={pending || undefined}
        aria-describedby={refusal ? id : rest['aria-describedby']}
        data-tip={refusal ?? undefined}
        onClick={(event) => {
          if (blocked) event.preventDefault();
          else onClick?.(event);
        }}
      >
        {icon ? <Icon name={pending ? 'run' : icon} spin={pending} /> : null}
        {children}
      </button>
      {refusal ? (
        <span id={id} className="sr">
          {refusal}
        </span>
      ) : null}
    </>
  );
}

export interface ButtonLinkProps extends Look {
  readonly href: string;
  /** J and K walk to it. */
  readonly rowLink?: boolean;
  readonly children: ReactNode;
}

export function ButtonLink({ href, icon, rowLink, children, ...look }: ButtonLinkProps) {
  return (
    <Anchor href={href} className={classOf(look)} {...(rowLink ? { 'data-row-link': '' } : {})}>
      {icon ? <Icon name={icon} /> : null}
      {children}
    </Anchor>
  );
}
