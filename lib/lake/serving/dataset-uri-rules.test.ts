import { expect, it } from 'vitest';
import { datasetOfUri } from './dataset-uri-rules';

const lakes = [
  { id: 'all', uri: 's3://bucket' },
  { id: 'lance', uri: 's3://bucket/lance/' },
  { id: 'demo', uri: 'file:///data/my%20lake' },
];

it.each([
  ['s3://bucket/lance/berlin', { lake: 'lance', path: 'berlin' }],
  ['s3://bucket/lance', { lake: 'lance', path: '' }],
  ['s3://bucket/lancet/berlin', { lake: 'all', path: 'lancet/berlin' }],
  ['s3://other/lance/berlin', null],
  ['file:///data/my lake/a.lance/', { lake: 'demo', path: 'a.lance' }],
  ['/data/my%20lake/a.lance', null],
  ['/data/my lake/a.lance', { lake: 'demo', path: 'a.lance' }],
  ['', null],
])('%s', (uri, found) => {
  expect(datasetOfUri(uri, lakes)).toEqual(found);
});
