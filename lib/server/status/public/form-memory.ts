/** Public forms that were rendered, kept as long as the model they were made from: a crowd costs what one reader costs. */
import { createHash } from 'node:crypto';
import type { Runtime } from '../../runtime';
import { redact } from '../redact-rules';
import type { StatusModel } from '../status-model';
import { type FormName, type PagePlace, renderForm } from './render-form';

export interface RenderedForm {
  readonly body: Uint8Array<ArrayBuffer>;
  /** Strong: of exactly these bytes. */
  readonly etag: string;
}

export class FormMemory {
  private readonly forms = new WeakMap<StatusModel, Map<string, Promise<RenderedForm>>>();

  /** Whoever asks meanwhile waits for the same rendering. */
  render(model: StatusModel, form: FormName, place: PagePlace): Promise<RenderedForm> {
    const kept = this.forms.get(model) ?? new Map<string, Promise<RenderedForm>>();
    this.forms.set(model, kept);
    const key = `${form} ${place.path}`;
    const found = kept.get(key);
    if (found !== undefined) return found;
    const made = rendered(model, form, place);
    kept.set(key, made);
    // A failure is not remembered: the next reader finds out anew.
    made.catch(() => kept.delete(key));
    return made;
  }
}

export function formMemory(runtime: Runtime): FormMemory {
  return runtime.once('public forms', () => new FormMemory());
}

async function rendered(model: StatusModel, form: FormName, place: PagePlace): Promise<RenderedForm> {
  const body = new TextEncoder().encode(await renderForm(form, redact(model), place));
  return { body, etag: `"${createHash('sha256').update(body).digest('base64url')}"` };
}
