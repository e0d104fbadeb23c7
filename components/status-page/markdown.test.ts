/** What Markdown of an admin's may become on a page for strangers. */
import { describe, expect, it } from 'vitest';
import { markdownHtml } from './markdown';

const rel = 'rel="noopener noreferrer nofollow"';

describe('markdownHtml', () => {
  it.each([
    ['**bold** and `code`', '<p><strong>bold</strong> and <code>code</code></p>\n'],
    ['<script>alert(1)</script>', '<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>\n'],
    ['<img src=x onerror=alert(1)>', '<p>&lt;img src=x onerror=alert(1)&gt;</p>\n'],
    ['[a](https://x.example/a)', `<p><a href="https://x.example/a" ${rel}>a</a></p>\n`],
    ['<http://x.example>', `<p><a href="http://x.example" ${rel}>http://x.example</a></p>\n`],
    ['[a](javascript:alert(1))', '<p>[a](javascript:alert(1))</p>\n'],
    ['[a](JaVaScRiPt:alert(1))', '<p>[a](JaVaScRiPt:alert(1))</p>\n'],
    ['[a](data:text/html,x)', '<p>[a](data:text/html,x)</p>\n'],
    ['[a](//evil.example)', '<p>[a](//evil.example)</p>\n'],
    ['[a](/sign-out)', '<p>[a](/sign-out)</p>\n'],
    ['[a](mailto:a@b.example)', '<p>[a](mailto:a@b.example)</p>\n'],
    ['https://x.example', '<p>https://x.example</p>\n'],
    ['![x](https://x.example/x.png)', `<p>!<a href="https://x.example/x.png" ${rel}>x</a></p>\n`],
    ['# One\n\n### Three', '<h4>One</h4>\n<h6>Three</h6>\n'],
  ])('%s', (text, html) => expect(markdownHtml(text)).toBe(html));

  it('stays bounded on what is nested without end', () => {
    const begun = performance.now();
    markdownHtml('> '.repeat(5_000) + '*'.repeat(10_000));
    markdownHtml('['.repeat(20_000));
    expect(performance.now() - begun).toBeLessThan(2_000);
  });
});
