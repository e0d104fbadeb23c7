/** Where copies of status pages may lie: never where a dataset, or the console's own, lies above them. */
import { describe, expect, it } from 'vitest';
import { configSchema } from './schema';

const lakes = [
  { id: 'whole', uri: 's3://whole-bucket' },
  { id: 'part', uri: 's3://bucket/tables' },
  { id: 'disk', uri: 'file:///srv/lake' },
];
const taken = 'expected a place outside every lake and outside control';

function problemsOf(uri: string, key = 'index.html', control: string | undefined = 's3://bucket/console') {
  const file = { lakes, control, statusExport: { uri, pages: { acme: key } } };
  const parsed = configSchema.safeParse(file);
  return parsed.success
    ? []
    : parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
}

describe('statusExport', () => {
  it.each([
    ['s3://bucket/public', 'index.html'],
    ['s3://bucket', 'tables.html'],
    ['s3://bucket/tables-public', 'a/b.html'],
    ['s3://other-bucket', 'tables/index.html'],
    ['file:///srv/lakes', 'index.html'],
    ['file:///srv', 'www/index.html'],
  ])('takes %s with %s', (uri, key) => expect(problemsOf(uri, key)).toEqual([]));

  it.each([
    ['s3://whole-bucket/public', 'index.html'],
    ['s3://bucket/tables', 'index.html'],
    ['s3://bucket/tables/', 'index.html'],
    ['s3://bucket//tables', 'index.html'],
    ['s3://bucket', 'tables/index.html'],
    ['s3://bucket', 'console/index.html'],
    ['file:///srv/lake/events.lance', 'index.html'],
    ['file:///srv/x/../lake', 'index.html'],
    ['file:///srv/%6Cake', 'index.html'],
    ['file:///srv', 'lake/index.html'],
  ])('refuses %s with %s', (uri, key) => {
    expect(problemsOf(uri, key)).toEqual([`statusExport.pages.acme: ${taken}`]);
  });

  it.each(['../index.html', 'a/../b.html', '/index.html', '_vamplate/x.html', 'index.json', 'a//b.html', ''])(
    'refuses the name "%s"',
    (key) => expect(problemsOf('s3://bucket/public', key)[0]).toContain('expected the name of a file'),
  );

  it('needs control, an address, and a name for each page', () => {
    expect(problemsOf('s3://bucket/public', 'index.html', '')).not.toEqual([]);
    expect(problemsOf('https://bucket.example')[0]).toContain('expected file:///absolute/folder');
    const none = configSchema.safeParse({ statusExport: { uri: 's3://bucket', pages: { acme: 'a.html' } } });
    expect(none.error?.issues[0]?.message).toContain('expected control to be set');
    const pages = { acme: 'a.html', maps: 'a.html' };
    const twice = configSchema.safeParse({
      control: 's3://c-bucket',
      statusExport: { uri: 's3://bucket', pages },
    });
    expect(twice.error?.issues[0]?.message).toBe('expected no name twice');
  });
});
