/** 62. (ours) URI spelling differences still protect: one place has one spelling. */
import { describe, expect, it } from 'vitest';
import { keyBelow, normaliseUri } from './base-uri';

describe('normaliseUri', () => {
  it.each([
    ['/lake/events.lance', 'file:///lake/events.lance'],
    ['//lake///events.lance/', 'file:///lake/events.lance'],
    ['/lake/./x/../events.lance', 'file:///lake/events.lance'],
    ['file:///lake/events.lance/', 'file:///lake/events.lance'],
    ['FILE:///lake/events.lance', 'file:///lake/events.lance'],
    ['file://localhost/lake/events.lance', 'file:///lake/events.lance'],
    ['file-object-store:///lake/events.lance', 'file:///lake/events.lance'],
    ['file:///lake/my%20events', 'file:///lake/my events'],
    ['/lake/my events', 'file:///lake/my events'],
    ['s3://bucket/x', 's3://bucket/x'],
    ['s3://bucket/x/', 's3://bucket/x'],
    ['S3://bucket//x', 's3://bucket/x'],
    ['s3://bucket', 's3://bucket'],
    ['s3://bucket/', 's3://bucket'],
    ['memory:///', 'memory://'],
    ['/', 'file://'],
  ])('%s', (uri, expected) => {
    expect(normaliseUri(uri)).toBe(expected);
  });

  it.each(['', 'events.lance', './events.lance', '/..', 's3://bucket/../x', 'file:///a%zz', 'c:\\lake'])(
    '%j names no place',
    (uri) => {
      expect(normaliseUri(uri)).toBeNull();
    },
  );

  it('keeps the case of buckets, folders and files', () => {
    expect(normaliseUri('s3://Bucket/X')).not.toBe(normaliseUri('s3://bucket/x'));
  });
});

describe('keyBelow', () => {
  it.each([
    ['file:///lake', '/lake/events.lance', 'events.lance'],
    ['file:///lake/', 'file:///lake/a/b', 'a/b'],
    ['s3://b/p', 's3://b/p/t.lance/', 't.lance'],
    ['s3://b', 's3://b/t', 't'],
    ['file:///lake', '/lake', ''],
    ['file:///lake', '/lake2/x', null],
    ['s3://b/p', 's3://b2/p/x', null],
    ['file:///lake', 'relative', null],
  ])('%s holds %s at %s', (store, uri, key) => {
    expect(keyBelow(store, uri)).toBe(key);
  });
});
