/** What is withheld inside plain data: by how a text looks, and by the name it stands under; bounded in depth and length. */
import { describe, expect, it } from 'vitest';
import { withoutSecretsWithin } from './secret-rules';

describe('withoutSecretsWithin', () => {
  it('withholds by name what looks like nothing, as S3 tells it when it refuses a signature', () => {
    const refusal = {
      Code: 'SignatureDoesNotMatch',
      AWSAccessKeyId: 'minioadmin',
      StringToSign: 'AWS4-HMAC-SHA256 x',
      SignatureProvided: 'abc',
      CanonicalRequest: 'GET /',
      inner: [{ sessionToken: 'x', key: 'lake/a', status: 403 }],
    };
    expect(withoutSecretsWithin(refusal)).toEqual({
      Code: 'SignatureDoesNotMatch',
      AWSAccessKeyId: '[withheld]',
      StringToSign: '[withheld]',
      SignatureProvided: '[withheld]',
      CanonicalRequest: '[withheld]',
      inner: [{ sessionToken: '[withheld]', key: 'lake/a', status: 403 }],
    });
  });

  it('withholds by its looks what stands anywhere else', () => {
    expect(withoutSecretsWithin({ message: 'Bearer abcdefgh12345', list: ['s3://a:b@c/d'] })).toEqual({
      message: 'Bearer [withheld]',
      list: ['s3://[withheld]@c/d'],
    });
  });

  it('ends: what is deeper or longer than anybody reads is left out', () => {
    const loop: Record<string, unknown> = { a: 1n, at: null };
    loop.self = loop;
    expect(JSON.stringify(withoutSecretsWithin(loop), (_, one) => String(one))).toBeDefined();
    expect(withoutSecretsWithin(Array.from({ length: 101 }, () => 'x'))).toHaveLength(100);
  });
});
