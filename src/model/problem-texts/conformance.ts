import { formatCount } from '../../text/amounts.ts';
import type { UnmetFacts } from '../problem.ts';
import { cut, type ProblemTexts, quote } from './problem-text.ts';

const unmetRemedy =
  'Run `cdif-graph validate` with the URL of the record and, as `--profile`, the profile of the ' +
  'problem: it says what to write.';

/**
 * What profiles ask for and a record does not have. The severity is that of the requirement, so
 * there is a kind for each; the texts are those of the rule.
 */
export const conformanceProblems = {
  'expectation-unmet': {
    severity: 'warning',
    title: 'Expectation not met',
    meaning: 'The record conforms all the same, but lacks something that the profile expects.',
    remedy: unmetRemedy,
    remedyFor: (p) => p.asked,
    facts: unmetFacts,
  },
  'recommendation-unmet': {
    severity: 'info',
    title: 'Recommendation not met',
    meaning: 'The record conforms all the same; it would be more useful with it.',
    remedy: unmetRemedy,
    remedyFor: (p) => p.asked,
    facts: unmetFacts,
  },
  'requirement-unmet': {
    severity: 'error',
    title: 'Requirement not met',
    meaning: 'The record does not conform to the profile.',
    remedy: unmetRemedy,
    remedyFor: (p) => p.asked,
    facts: unmetFacts,
  },
  'record-nonconforming': {
    severity: 'error',
    title: 'Record kept out',
    meaning:
      'The record does not conform to its profiles, and all sources that list it require that, ' +
      'so it was not stored. An older copy stays if it was validated and conforms.',
    remedy:
      'Have the publisher correct the record (`cdif-graph validate` says what to write, with the ' +
      'profiles of the problem as `--profile`), or set `validate: report` for the source, which ' +
      'stores it with its problems.',
    remedyFor: ({ profiles }) => {
      const options = profiles.map((profile) => ` --profile ${cut(profile)}`).join('');
      return (
        `Have the publisher correct the record (\`cdif-graph validate URL${options}\` says what ` +
        'to write), or set `validate: report` for the source, which stores it with its problems.'
      );
    },
    facts: ({ errors, profiles, url, graph, copyAt }) => {
      const count = formatCount(errors, 'unmet requirement');
      const copy = copyAt === undefined ? '' : `, the copy of ${copyAt.slice(0, 10)} stays`;
      const which = graph === url ? '' : `${cut(graph)}: `;
      return `${which}${count} of ${cut(profiles.join(', '))}${copy}`;
    },
  },
} as const satisfies Pick<
  ProblemTexts,
  'expectation-unmet' | 'recommendation-unmet' | 'record-nonconforming' | 'requirement-unmet'
>;

function unmetFacts({ rule, profile, title, count, firstValue }: UnmetFacts): string {
  const value = firstValue === undefined ? '' : `, ${quote(firstValue)}`;
  const times = count === 1 ? '' : `, ${count} times`;
  return `${cut(title)}${value}${times}; ${cut(`${rule} of ${profile}`)}`;
}
