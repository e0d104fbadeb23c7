/** Markdown of an admin's, as the safe HTML that markdown.ts makes of it. */
import { markdownHtml } from './markdown';

export function Prose({ text }: { readonly text: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: made by markdown-it with HTML off, images off, links checked
  return <div className="prose" dangerouslySetInnerHTML={{ __html: markdownHtml(text) }} />;
}
