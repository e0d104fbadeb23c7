'use client';
/** Verifies what a tag names, where the tag is listed: whether everything that its version needs is there. */
import { useVerifyRefusal } from '@/app/(console)/use-verify-refusal';
import { Button } from '@/components/ui/button';
import { useVerify } from '@/lib/client/mutations/verify';
import type { ReferenceRow } from '@/lib/contracts/control';
import type { Verification } from '@/lib/contracts/verification';

interface VerifyTagProps {
  readonly row: ReferenceRow;
  readonly onFound: (verification: Verification) => void;
  readonly onError: (error: Error) => void;
}

export function VerifyTag({ row, onFound, onError }: VerifyTagProps) {
  const { lake, dataset: id, name, targetVersion, targetBranch: branch } = row;
  const verify = useVerify({ lake, id, version: targetVersion ?? '', branch });
  const refusal = useVerifyRefusal();
  const run = () =>
    verify.mutate(undefined, { onSuccess: ({ verification }) => onFound(verification), onError });
  return (
    <Button
      small
      pending={verify.isPending}
      refusal={targetVersion === null ? 'Which version it names could not be read.' : refusal}
      aria-label={`Verify tag ${name}`}
      onClick={run}
    >
      Verify
    </Button>
  );
}
