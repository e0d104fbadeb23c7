'use client';
/** Takes a pasted receipt and asks whether it is one. */
import { useId, useState } from 'react';
import { Button } from '@/components/ui/button';

export interface PasteReceiptProps {
  readonly pending: boolean;
  readonly onVerify: (text: string) => void;
}

export function PasteReceipt({ pending, onVerify }: PasteReceiptProps) {
  const id = useId();
  const [text, setText] = useState('');
  return (
    <form
      className="form-stack"
      onSubmit={(event) => {
        event.preventDefault();
        if (!pending && text.trim() !== '') onVerify(text);
      }}
    >
      <div className="field">
        <label htmlFor={id}>Receipt as text</label>
        <textarea
          id={id}
          className="input mono area"
          rows={4}
          spellCheck={false}
          value={text}
          aria-describedby={`${id}-hint`}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <span id={`${id}-hint`} className="hint">
          As it was downloaded or mailed; broken lines do no harm.
        </span>
      </div>
      <div className="form-go">
        <Button
          type="submit"
          pending={pending}
          refusal={text.trim() === '' ? 'Paste a receipt first.' : null}
        >
          Verify
        </Button>
      </div>
    </form>
  );
}
