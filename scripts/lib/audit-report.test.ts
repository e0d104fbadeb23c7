/** What the audit says of each answer of npm: findings by name, none, and never none for an answer that is no report. */
import { describe, expect, it } from 'vitest';
import { auditReport } from './audit-report.mjs';

const none = { info: 0, low: 0, moderate: 0, high: 0, critical: 0, total: 0 };
const report = (vulnerabilities: object, counts: object = {}) =>
  JSON.stringify({
    auditReportVersion: 2,
    vulnerabilities,
    metadata: { vulnerabilities: { ...none, ...counts } },
  });
const row = (name: string, severity: string, more: object = {}) => ({
  [name]: {
    name,
    severity,
    range: '<2.0.0',
    via: [{ title: 'Bad', url: 'https://a/1' }],
    fixAvailable: false,
    ...more,
  },
});

describe('the audit', () => {
  it('names high and critical findings, the worst first, with what mends them', () => {
    const rows = {
      ...row('a', 'high', { fixAvailable: { name: 'b', version: '3.0.0' } }),
      ...row('c', 'critical', { via: ['a'], fixAvailable: true }),
      ...row('d', 'moderate'),
    };
    expect(auditReport(report(rows, { high: 1, critical: 1, moderate: 1, total: 3 }))).toEqual({
      kind: 'findings',
      lines: [
        'critical c <2.0.0: through a; a fix is available',
        'high a <2.0.0: Bad (https://a/1); fixed by b 3.0.0',
      ],
    });
  });

  it('says how many it leaves out', () => {
    expect(auditReport(report(row('d', 'moderate'), { moderate: 1, total: 1 }))).toEqual({
      kind: 'none',
      counted: 1,
    });
    expect(auditReport(report({}))).toEqual({ kind: 'none', counted: 0 });
  });

  it('takes a count without rows for findings', () => {
    expect(auditReport(report({}, { high: 2, total: 2 })).kind).toBe('findings');
  });

  it.each([
    ['', 'npm answered with no report.'],
    ['<html>', 'npm answered with no report.'],
    ['[]', 'npm answered with no report.'],
    ['{}', 'the registry answered with no report.'],
    ['{"vulnerabilities":{}}', 'the registry answered with no report.'],
    [
      '{"message":"405 Method Not Allowed","statusCode":405,"error":{"summary":""}}',
      '405 Method Not Allowed',
    ],
    ['{"error":{"code":"ENOLOCK","summary":"needs a lockfile"}}', 'needs a lockfile'],
  ])('is not available for %j', (output, because) =>
    expect(auditReport(output)).toEqual({ kind: 'not_available', because }),
  );
});
