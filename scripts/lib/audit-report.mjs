/** What `npm audit --json` said, in lines for a person: high and critical findings, none, or that nobody answered. */

const reported = ['critical', 'high'];

/**
 * @typedef {{ kind: 'findings', lines: readonly string[] } | { kind: 'none', counted: number } | { kind: 'not_available', because: string }} AuditReport
 * @param {string} output all that npm wrote on stdout
 * @returns {AuditReport} anything but a whole report is `not_available`, never `none`
 */
export function auditReport(output) {
  const report = parsed(output);
  if (report === null) return { kind: 'not_available', because: 'npm answered with no report.' };
  const { vulnerabilities, metadata } = report;
  if (!isObject(vulnerabilities) || !isObject(metadata?.vulnerabilities)) {
    return { kind: 'not_available', because: reasonOf(report) };
  }
  const rows = Object.values(vulnerabilities).filter(({ severity }) => reported.includes(severity));
  const counts = metadata.vulnerabilities;
  // Two counts of the same: where they differ, the rows are not all there is.
  const counted = reported.reduce((sum, severity) => sum + (Number(counts[severity]) || 0), 0);
  if (rows.length === 0 && counted > 0) {
    return {
      kind: 'findings',
      lines: [`${counted} high or critical findings that the report does not name`],
    };
  }
  if (rows.length === 0) return { kind: 'none', counted: Number(counts.total) || 0 };
  rows.sort(
    (a, b) => reported.indexOf(a.severity) - reported.indexOf(b.severity) || (a.name < b.name ? -1 : 1),
  );
  return { kind: 'findings', lines: rows.map(lineOf) };
}

/** `critical tar <6.2.1: title (address); fixed by tar 6.2.1` */
function lineOf({ name, severity, range, via = [], fixAvailable }) {
  const advisories = via.filter(isObject).map(({ title, url }) => `${title} (${url})`);
  const through = via.filter((one) => typeof one === 'string').map((one) => `through ${one}`);
  const fix = isObject(fixAvailable)
    ? `fixed by ${fixAvailable.name} ${fixAvailable.version}`
    : fixAvailable === true
      ? 'a fix is available'
      : 'no fix yet';
  return `${severity} ${name} ${range}: ${[...advisories, ...through].join(', ') || 'no title'}; ${fix}`;
}

function reasonOf(report) {
  const said = report.message ?? report.error?.summary ?? report.error?.code;
  return typeof said === 'string' && said !== ''
    ? said.slice(0, 300)
    : 'the registry answered with no report.';
}

function parsed(output) {
  try {
    const value = JSON.parse(output);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
