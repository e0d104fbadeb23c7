/** What is asked before a secret link is made or revoked. */
import type { DialogQuestion } from '@/components/actions/action-dialog';
import type { StatusLink, StatusPage } from '@/lib/contracts/status-pages';
import { instantOf, momentOf, momentProblem } from './moment-rules';
import { lineProblem } from './target-rules';

const dayMs = 86_400_000;
const yearMs = 365 * dayMs;

/** @param nowMs when the dialog was opened */
export function makeLinkQuestion(page: StatusPage, nowMs: number): DialogQuestion {
  return {
    title: `Who should open ${page.title} by a secret link?`,
    consequences: [
      'Whoever has the address reads the page without signing in, until its time is over or it is revoked.',
      'The address is shown once. What is kept of it opens nothing.',
    ],
    fields: [
      {
        ...{ id: 'note', label: 'For whom', hint: 'Only admins and viewers of this console read it.' },
        wrong: (value) => lineProblem(value, 120),
      },
      {
        ...{ id: 'expires', label: 'Until, in UTC', initial: momentOf(nowMs + 30 * dayMs), moment: true },
        hint: 'A year at most.',
        wrong: (value) => momentProblem(value) ?? expiryProblem(instantOf(value) ?? '', nowMs),
      },
    ],
    submit: 'Make link',
  };
}

function expiryProblem(at: string, nowMs: number): string | null {
  const lasts = Date.parse(at) - nowMs;
  if (lasts <= 0) return 'It would have ended already.';
  return lasts > yearMs ? 'A link lasts a year at most.' : null;
}

export function revokeLinkQuestion(link: StatusLink, page: StatusPage): DialogQuestion {
  return {
    title: `Revoke the link for ${link.note}?`,
    consequences: [
      `It opens ${page.title} no more, within seconds and for good. Whoever uses it reads “not found”.`,
      'Other links are not touched.',
    ],
    submit: 'Revoke link',
    halt: true,
  };
}
