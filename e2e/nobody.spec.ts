/** Story: whoever is not signed in learns nothing: no page, no payload and no endpoint names a dataset or what is in it. */
import { endpoints } from '@/lib/contracts/endpoints';
import { type DemoDataset, datasets, everyPage } from './support/demo';
import { expect, test } from './support/story';

test.use({ role: null });

const forms = [
  ['HTML', {}, ''],
  // Without its own parameter a request for the payload is only sent on to where it has one.
  ['an RSC payload', { RSC: '1' }, '?_rsc'],
] as const;

/** What a viewer reads here: names of datasets, tags, branches and holders. */
async function secrets(baseUrl: string, token: string): Promise<string[]> {
  const ask = async (path: string) => {
    const reply = await fetch(`${baseUrl}/api/v1/${path}`, { headers: { authorization: `Bearer ${token}` } });
    expect(reply.status).toBe(200);
    return (await reply.json()) as { items: Record<string, unknown>[] };
  };
  const [found, references, leases] = [await ask('datasets'), await ask('references'), await ask('leases')];
  const names = [
    ...found.items.flatMap(({ name, path }) => [name, path]),
    ...references.items.map(({ name }) => name),
    ...leases.items.flatMap(({ id, holder }) => [id, (holder as { label: string } | null)?.label]),
  ];
  return [...new Set(names)].filter((name): name is string => typeof name === 'string' && name !== '');
}

/** As a word of its own, however an address or a script spells it. */
function holds(text: string, name: string): boolean {
  return [name, encodeURIComponent(name), JSON.stringify(name).slice(1, -1)].some((spelt) => {
    const escaped = spelt.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    return new RegExp(`(?<![\\p{L}\\p{N}_-])${escaped}(?![\\p{L}\\p{N}_-])`, 'u').test(text);
  });
}

for (const dataset of Object.keys(datasets) as DemoDataset[]) {
  for (const [form, headers, query] of forms) {
    test(`as ${form}, no page below ${dataset} holds a name`, async ({ request, shared }) => {
      const names = await secrets(shared.baseUrl, shared.tokens.viewer);
      expect(names).toEqual(expect.arrayContaining(['events', 'audit.q3', 'nightly export']));
      const pages = everyPage(dataset);
      expect(pages.length).toBeGreaterThan(12);
      for (const address of pages) {
        const reply = await request.get(`${address}${query}`, { headers, maxRedirects: 0 });
        const told = `${JSON.stringify(reply.headers())}\n${await reply.text()}`;
        // The address that was asked for comes back, to return to: that tells nobody anything new.
        const echo = datasets[dataset];
        const found = names.filter((name) => !echo.includes(name) && holds(told, name));
        expect(found, `${address} as ${form}, status ${reply.status()}`).toEqual([]);
        // A payload is on its way before the page refuses: it then ends in the redirect.
        expect(reply.status(), address).toBe(form === 'HTML' ? 307 : 200);
        expect(told, address).toMatch(
          form === 'HTML' ? /"location":"\/sign-in/ : /NEXT_REDIRECT;replace;\/sign-in/,
        );
      }
    });
  }
}

test('every endpoint that is not open answers 401 and names nothing', async ({ request, shared }) => {
  for (const [name, endpoint] of Object.entries(endpoints)) {
    if (endpoint.access === 'nobody') continue;
    const address = endpoint.path
      .replace('{lake}', 'demo')
      .replace('{id}', datasets.events)
      .replace('{version}', '3');
    const body = endpoint.method === 'GET' ? {} : { data: {}, headers: { origin: shared.baseUrl } };
    const reply = await request.fetch(address, { method: endpoint.method, ...body });
    expect(reply.status(), name).toBe(401);
    expect(await reply.text(), name).not.toContain('audit.q3');
  }
});
