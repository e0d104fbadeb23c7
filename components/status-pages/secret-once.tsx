/** The address of a link that was just made: shown here and now, and nowhere again. */
import { Button } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { Icon } from '@/components/ui/icon';
import type { StatusLink } from '@/lib/contracts/status-pages';

export interface SecretOnceProps {
  readonly link: StatusLink;
  readonly address: string;
  readonly onClose: () => void;
}

export function SecretOnce({ link, address, onClose }: SecretOnceProps) {
  return (
    <div className="notice warn secret-once" role="status">
      <Icon name="warn" />
      <div>
        <p>
          <strong>Copy the link for {link.note} now.</strong> It is shown this once: nobody can read it again,
          not even here.
        </p>
        <p className="secret">
          <code className="break">{address}</code>
          <CopyButton text={address} label="Copy secret link" />
        </p>
      </div>
      <span className="act">
        <Button small onClick={onClose}>
          It is copied
        </Button>
      </span>
    </div>
  );
}
