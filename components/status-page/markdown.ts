/**
 * What an admin wrote in Markdown as HTML for strangers: no HTML of its own, no images, and only whole http and https
 * addresses as links, which tell their target nothing. Headings lie below the page's own.
 */
import MarkdownIt from 'markdown-it';

/** Headings of the page end at this level. */
const pageLevels = 3;

const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false, maxNesting: 20 });
markdown.disable('image');
markdown.validateLink = (address) => /^https?:\/\/[^\s/]/i.test(address.trim());
markdown.core.ruler.push('public', ({ tokens }) => {
  for (const token of tokens) {
    if (token.type.startsWith('heading_')) token.tag = lowered(token.tag);
    for (const child of token.children ?? []) {
      if (child.type === 'link_open') child.attrSet('rel', 'noopener noreferrer nofollow');
    }
  }
});

/** @returns HTML that holds nothing but text, its structure and safe links */
export function markdownHtml(text: string): string {
  return markdown.render(text);
}

function lowered(tag: string): string {
  return `h${Math.min(6, Number(tag.slice(1)) + pageLevels)}`;
}
