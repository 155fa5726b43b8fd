import { findProfile, profileCatalogue } from '../../conformance/profiles/profile-catalogue.ts';
import type {
  CheckedUrl,
  CheckFinding,
  FindingSummary,
  SiteReport,
} from '../../model/site-check.ts';
import {
  asSentence,
  createResultWriter,
  fingerprintOf,
  sarifEnd,
  sarifLevels,
  sarifLocation,
  sarifStart,
} from '../report-parts/sarif-log.ts';
import { findingsById, occurrenceTexts } from './checked-urls.ts';
import { countRoles, partialTexts } from './check-words.ts';

/** Writes SARIF 2.1.0: a result for each finding of each URL. */
export function* writeSarifCheck(report: SiteReport): Iterable<string> {
  const writeResult = createResultWriter();
  const summaries = findingsById(report.findings);
  yield sarifStart;
  for (const url of report.urls) {
    for (const finding of url.findings) {
      yield writeResult(resultOf(finding, url, summaries.get(finding.id)));
    }
  }
  const { urls: _, findings: __, ...properties } = report;
  const rules = Array.from(summaries.values(), (summary) => siteRule(summary));
  yield sarifEnd({ rules, invocation: siteInvocation(report), properties });
}

/** The most occurrences in a message, which a list of alerts shows; its properties have all. */
const maxInMessage = 3;

function resultOf(
  finding: CheckFinding,
  { url, of, name }: CheckedUrl,
  summary: FindingSummary | undefined,
): object {
  const { id, severity, count, occurrences } = finding;
  const { title = id, remedy = '' } = summary ?? {};
  const facts = occurrenceTexts(finding, '', maxInMessage).join('; ');
  const what = facts === '' ? asSentence(title) : asSentence(`${title}: ${facts}`);
  return {
    ruleId: id,
    level: sarifLevels[severity],
    message: { text: `${what} ${remedy}`.trim() },
    locations: [sarifLocation(url)],
    partialFingerprints: { 'cdifGraphFinding/v1': fingerprintOf([url, id]) },
    properties: {
      count,
      occurrences,
      ...(of !== undefined && { of }),
      ...(name !== undefined && { name }),
    },
  };
}

function siteRule({ id, severity, isRule, title, meaning, remedy }: FindingSummary): object {
  const helpUri = isRule ? citedUrl(id) : undefined;
  return {
    id,
    shortDescription: { text: title },
    fullDescription: { text: meaning ?? (remedy === '' ? title : remedy) },
    help: { text: `${meaning ?? ''} ${remedy}`.trim() || title },
    ...(helpUri !== undefined && { helpUri }),
    defaultConfiguration: { level: sarifLevels[severity] },
  };
}

/** The section of a specification that requires what a rule checks: of CDIF, or of another. */
function citedUrl(rule: string): string | undefined {
  const usual = findProfile('cdif-discovery');
  for (const { url, requirements } of [...(usual ? [usual] : []), ...profileCatalogue]) {
    const requirement = requirements.find((each) => each.rule === rule);
    if (requirement !== undefined) return requirement.url ?? url;
  }
  return undefined;
}

function siteInvocation(report: SiteReport): object {
  return {
    executionSuccessful: report.endedBy === undefined,
    startTimeUtc: report.startedAt,
    endTimeUtc: report.endedAt,
    toolExecutionNotifications: partialTexts(report, countRoles(report)).map((text) => ({
      level: 'warning',
      message: { text },
    })),
  };
}
