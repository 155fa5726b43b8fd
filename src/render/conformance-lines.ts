import type { CatalogueConformance } from '../conformance/read-conformance.ts';
import type { ConformanceSummary } from '../conformance/first-changes.ts';
import { ruleTexts } from '../conformance/rules/rule-catalogue.ts';
import type { ProfileVerdict, UnmetRule } from '../model/validation.ts';
import { formatCount, groupDigits } from '../text/amounts.ts';
import { escapeControls } from '../text/printable.ts';
import { inLines, textParts } from './layout.ts';
import { choiceTexts, conformText, contentText, verdictText } from './validation/finding-groups.ts';
import type { ChangeToMake } from './validation/validation-summary.ts';

/** How the records of a source meet their profiles, with the words for the first changes. */
export interface DescribedConformance extends Pick<
  ConformanceSummary,
  'records' | 'conforming' | 'keptOut'
> {
  /** The mean shares, from 0 to 1; absent without content that counts. */
  readonly required?: number;
  readonly recommended?: number;
  readonly first: readonly ChangeToMake[];
}

/** Adds the texts of the rules. */
export function describeConformance(summary: ConformanceSummary): DescribedConformance {
  const { records, conforming, keptOut, required, recommended } = summary;
  const first = summary.first.map((change) => {
    return Object.assign(ruleTexts(change.rule), change);
  });
  return {
    records,
    conforming,
    ...(keptOut === undefined ? {} : { keptOut }),
    ...(required === undefined ? {} : { required }),
    ...(recommended === undefined ? {} : { recommended }),
    first,
  };
}

/** The conformance of a source as JSON; absent where none of its records was checked. */
export function conformanceOfSource(
  { sources }: CatalogueConformance,
  source: string,
): { readonly conformance?: DescribedConformance } {
  const summary = sources.get(source);
  return summary === undefined ? {} : { conformance: describeConformance(summary) };
}

/** How the records of a source meet their profiles, for people; empty if none was validated. */
export function conformanceLines(conformance: DescribedConformance | undefined): string[] {
  if (conformance === undefined) return [];
  const { keptOut, first } = conformance;
  const content = contentText(conformance);
  return textParts(
    `  ${validatedText(conformance)}`,
    content !== '' && `    content: ${content}`,
    keptOut && `    ${keptOutText(conformance)}`,
    first.length > 0 && '    what to do first',
    first.map(({ severity, records: helped, keptOut: kept, title, rule }) => {
      const which = kept === undefined ? '' : ` (${groupDigits(kept)} kept out)`;
      const count = formatCount(helped, 'record') + which;
      return `      ${severity.padEnd(7)} in ${count}: ${title} (${escapeControls(rule)})`;
    }),
  );
}

/** `5 validated records: 4 conform, 1 does not`. */
export function validatedText(conformance: DescribedConformance): string {
  const count = formatCount(conformance.records, 'validated record');
  return conformance.records === 0 ? count : `${count}: ${conformText(conformance)}`;
}

/**
 * `4 more were kept out`; empty if none was. An older version of those with a copy is among the
 * validated records.
 */
export function keptOutText({ records: validated, keptOut }: DescribedConformance): string {
  if (keptOut === undefined) return '';
  const { records, copies } = keptOut;
  const more = validated === 0 || copies > 0 ? '' : ' more';
  const text = `${groupDigits(records)}${more} ${records === 1 ? 'was' : 'were'} kept out`;
  if (copies === 0) return text;
  const those = records === 1 ? '' : `${groupDigits(copies)} of them `;
  return `${text}, ${those}with an older copy that stays`;
}

/** How a record meets its profiles, for people: a text a profile, and the unmet rules. */
export function validationTexts(verdicts: readonly ProfileVerdict[] = []): string[] {
  return verdicts.flatMap((verdict) => [
    `${verdict.profile} (${choiceTexts[verdict.because]}): ${verdictText(verdict)}`,
    ...inLines(verdict.unmet.map(unmetText).join(', '), 0).filter((line) => line !== ''),
  ]);
}

function unmetText({ rule, severity }: UnmetRule): string {
  return `${rule} (${severity})`;
}
