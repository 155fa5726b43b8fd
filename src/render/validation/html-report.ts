import { isRuleId, ruleOf } from '../../conformance/rules/rule-catalogue.ts';
import type { Citation, Finding, Remedy } from '../../model/finding.ts';
import {
  describeProblem,
  isProblemKind,
  problemCatalogue,
  remedyOf,
  severityOf,
} from '../../model/problem-catalogue.ts';
import type { Problem, Severity } from '../../model/problem.ts';
import type { ProfileVerdict, RecordReport } from '../../model/validation.ts';
import { formatCount, formatMoment, groupDigits } from '../../text/amounts.ts';
import { version } from '../../version.ts';
import {
  askedBeyondTitle,
  choiceTexts,
  contradictionText,
  describeOperation,
  type FindingGroup,
  groupFindings,
  groupRemedy,
  percentText,
  reportName,
  reportPlace,
  verdictText,
} from './finding-groups.ts';
import {
  changeItem,
  figure,
  pair,
  severityMark,
  shareOf,
  withCode,
} from '../report-parts/html-parts.ts';
import { markup, type Markup, pageEnd, pageStart } from '../report-parts/html-page.ts';
import { countAll, severityCounts, severityParts } from '../report-parts/severities.ts';
import { verdictLine } from './text-report.ts';
import { countFixable, type ValidationSummary } from './validation-summary.ts';
import type { ValidationWriter, ValidationWriterOptions } from './validation-writer.ts';

/** Beyond these, a page is too large for a browser; the summary counts all. */
const maxRecords = 2000;
const maxProblems = 500;
/** The first records are open. */
const maxOpen = 3;
const maxPlaces = 3;
const maxOperations = 5;

/** Writes one page for people, that can be sent by mail and opened anywhere. */
export function createHtmlReport({ now }: ValidationWriterOptions): ValidationWriter {
  const problems: Problem[] = [];
  let records = 0;
  const date = formatMoment(now.toISOString());
  return {
    begin: () => pageStart(`Validation of metadata, ${date.slice(0, 10)}`).text,
    record: (report) => {
      records += 1;
      if (records > maxRecords) return '';
      const heading = records === 1 ? markup`<h2>Records</h2> ` : undefined;
      return markup`${heading}${recordMarkup(report, records <= maxOpen)}`.text;
    },
    problem: (problem) => {
      if (problems.length < maxProblems) problems.push(problem);
      return '';
    },
    end: (summary) => {
      const more = records - maxRecords;
      return markup`${
        more > 0 &&
        markup`<p>${groupDigits(more)} more records are not shown: see --format json</p>`
      }
        <section slot="summary">${summaryMarkup(summary)}</section>
        ${problems.length > 0 && problemsMarkup(problems, summary)}
        ${pageEnd(`Written by cdif-graph ${version} at ${date}.`)}`.text;
    },
  };
}

function recordMarkup(report: RecordReport, isOpen: boolean): Markup {
  const { url, verdicts, findings } = report;
  const groups = groupFindings(findings);
  const conforms = verdicts.every((verdict) => verdict.conforms);
  const place = reportPlace(report);
  const counts: Record<Severity, number> = { error: 0, warning: 0, info: 0 };
  for (const { severity } of findings) counts[severity] += 1;
  const mark = conforms
    ? markup`<b class="severity good">Conforms</b>`
    : markup`<b class="severity error">Does not conform</b>`;
  return markup`<details class="record" ${isOpen && markup` open`}>
    <summary>
      <div>
        <h3><bdi>${reportName(report)}</bdi></h3>
        <p>
          ${mark}
          <span class="soft"
            >${
              countAll(counts) === 0 ? 'nothing to mend' : `to mend: ${severityCounts(counts)}`
            }</span
          >
        </p>
      </div>
    </summary>
    <div class="about">
      <p>
        ${
          /^https?:/u.test(url)
            ? markup`<a href="${url}">${place}</a>`
            : markup`<code>${place}</code>`
        }
      </p>
      <ul>
        ${verdicts.map((verdict) => markup`<li>${verdictMarkup(verdict)}</li>`)}
      </ul>
      ${contradictionsMarkup(report)}
    </div>
    ${
      groups.length > 0 &&
      markup`<ol class="findings">
        ${groups.map((group) => groupMarkup(group))}
      </ol>`
    }
  </details> `;
}

function verdictMarkup(verdict: ProfileVerdict): Markup {
  const { profile, because } = verdict;
  return markup`<code>${profile}</code> (${choiceTexts[because]}): ${verdictText(verdict)}`;
}

/** Where shapes and schemas disagree; what is asked stands with the findings. */
function contradictionsMarkup({ contradictions = [] }: RecordReport): readonly Markup[] {
  return contradictions.map((each) => {
    const refusals = each.refusals.map(({ rule, findings, place }) => {
      const times = findings > 1 && `, ${groupDigits(findings)} times`;
      const at = place && markup`, ${findings > 1 && 'first '}at ${placeMarkup(place)}`;
      return markup`<code>${rule}</code>${times}${at}`;
    });
    return markup`<div class="contradiction">
      <p>${contradictionText(each)}:</p>
      ${listed(refusals)}
    </div>`;
  });
}

function groupMarkup(group: FindingGroup): Markup {
  const { rule, severity, title, findings } = group;
  const asked = askedBeyondTitle(group);
  const [first, ...others] = findings;
  const where = others.length === 0 ? first.places.map((place) => placeMarkup(place)) : [];
  const { remedy, note } = groupRemedy(group) ?? {};
  return markup`<li class="${severity}">
    <h4>${severityMark(severity)} ${title} <code class="rule">${rule}</code></h4>
    <dl class="pairs">
      ${others.length > 0 && pair(`${groupDigits(findings.length)} times`, things(findings))}
      ${where.length > 0 && pair('At', listed(where))}
      ${
        others.length === 0 &&
        first.found !== undefined &&
        pair('Has', markup`<code>${first.found}</code>`)
      }
      ${asked !== '' && pair('Asked', withCode(asked))} ${pair('Why', whyMarkup(rule, group.why))}
      ${remedy !== undefined && pair('Write', remedyMarkup(remedy, note))}
    </dl>
  </li> `;
}

/** The first of several things to mend, each with its first place and value. */
function things(findings: readonly Finding[]): Markup {
  return listed(
    findings.map(({ places: [place], found }) => {
      const value = found !== undefined && markup` <code>${found}</code>`;
      return markup`${place && placeMarkup(place)}${value}`;
    }),
  );
}

function listed(items: readonly Markup[]): Markup {
  const more = items.length - maxPlaces;
  return markup`<ul>
    ${items.slice(0, maxPlaces).map((item) => markup`<li>${item}</li>`)}${
      more > 0 && markup`<li class="soft">and ${groupDigits(more)} more</li>`
    }
  </ul>`;
}

function placeMarkup({ line, column, pointer }: Finding['places'][number]): Markup {
  const what = pointer === '' ? markup`the whole document` : markup`<code>${pointer}</code>`;
  return markup`line ${line}, column ${column}: ${what}`;
}

/** What people lose where the rule is broken, and the sections that ask for it. */
function whyMarkup(rule: string, why: readonly Citation[]): Markup {
  if (isProblemKind(rule)) return withCode(problemCatalogue[rule].meaning);
  const sections = why.map(({ section, url }) => {
    return markup`<li>
      ${/^https?:/u.test(url) ? markup`<a href="${url}">${section}</a>` : section}
    </li>`;
  });
  return markup`${isRuleId(rule) && withCode(ruleOf(rule).why)}
    <ul>
      ${sections}
    </ul>`;
}

function remedyMarkup({ patch }: Remedy, note = ''): Markup {
  const steps = patch.slice(0, maxOperations).map((operation) => {
    const { act, json } = describeOperation(operation);
    return markup`<li>${act}${json && markup`<pre>${json.indented}</pre>`}</li>`;
  });
  const more = patch.length - maxOperations;
  return markup`<ul>
      ${steps}${more > 0 && markup`<li class="soft">and ${formatCount(more, 'more change')}</li>`}
    </ul>
    <p class="soft">${note}</p>`;
}

function summaryMarkup(summary: ValidationSummary): Markup {
  const { records, conforming, documents, findings, remedies, passes } = summary;
  const [verdict = '', ...reasons] = verdictLine(summary).split(':');
  return markup`<h1>${formatCount(records, 'record')} in ${formatCount(documents, 'document')}</h1>
    <p class="result ${passes ? 'passes' : 'fails'}">
      <b>${verdict}</b>${reasons.length > 0 && `:${reasons.join(':')}`}
    </p>
    <dl class="figures">
      ${figure('Records that conform', `${groupDigits(conforming)} of ${groupDigits(records)}`, {
        share: shareOf(conforming, records),
      })}
      ${figure('Required content', percentText(summary.required), { share: summary.required })}
      ${figure('Recommended content', percentText(summary.recommended), {
        share: summary.recommended,
      })}
      ${figure('Findings', groupDigits(countAll(findings)), { note: severityParts(findings) })}
      ${
        countAll(findings) > 0 && [
          figure('Mended by --fix', groupDigits(countFixable(summary))),
          figure('To be filled in', groupDigits(remedies.author)),
          ...(remedies.none > 0
            ? [figure('Without a suggestion', groupDigits(remedies.none))]
            : []),
        ]
      }
    </dl>
    ${firstMarkup(summary)} ${contradictedMarkup(summary)} ${unevaluatedMarkup(summary)}`;
}

function firstMarkup({ first, records }: ValidationSummary): Markup | undefined {
  if (first.length === 0 || records === 1) return undefined;
  const changes = first.map(({ severity, title, asked, records: helped }) => {
    const text = askedBeyondTitle({ title, asked });
    return changeItem({ severity, title, text, helped, of: records, noun: 'record' });
  });
  return markup`<h2>What to do first</h2>
    <ol class="first">
      ${changes}
    </ol>`;
}

/** Of several records: one has it beside its verdicts. */
function contradictedMarkup({ contradictions, records }: ValidationSummary): readonly Markup[] {
  if (records <= 1) return [];
  return contradictions.map((each) => {
    const refusals = each.refusals.map(
      ({ rule, asked, records: refused }) =>
        markup`<li>
          <div>
            <code>${rule}</code>
            <p>${asked}</p>
          </div>
          <p class="share">${groupDigits(refused)} of ${formatCount(records, 'record')}</p>
        </li> `,
    );
    return markup`<h2>${contradictionText(each)}</h2>
      <ol class="first">
        ${refusals}
      </ol>`;
  });
}

function unevaluatedMarkup({ unevaluated }: ValidationSummary): Markup | undefined {
  if (unevaluated.length === 0) return undefined;
  const shapes = unevaluated.map(
    ({ shape, what, reason }) =>
      markup`<li class="error">
        <code>${shape}</code>: ${what}
        <p>${reason}</p>
      </li>`,
  );
  return markup`<h2>Not evaluated</h2>
    <p>The records may break more than is told here.</p>
    <ul class="problems">
      ${shapes}
    </ul>`;
}

function problemsMarkup(problems: readonly Problem[], summary: ValidationSummary): Markup {
  const more = countAll(summary.problems) - problems.length;
  const items = problems.map((problem) => {
    const severity = severityOf(problem);
    return markup`<li class="${severity}">
      ${severityMark(severity)} ${describeProblem(problem)}
      <p class="soft">${withCode(remedyOf(problem))}</p>
    </li> `;
  });
  return markup`<section slot="problems">
    <h2>Problems of documents</h2>
    <ul class="problems">
      ${items}${more > 0 && markup`<li>and ${groupDigits(more)} more</li>`}
    </ul>
  </section>`;
}
