import type { RuleId } from '../../model/rule-ids.ts';
import type { Rule } from '../rule.ts';
import { agentRules } from './agent-rules.ts';
import { checksumRules } from './checksum-rules.ts';
import { distributionRules } from './distribution-rules.ts';
import { iriFormRules } from './iri-form-rules.ts';
import { croissantRules } from './croissant-rules.ts';
import { discoveryRules } from './discovery-rules.ts';
import { licenceRules } from './licence-rules.ts';
import { metadataRules } from './metadata-rules.ts';
import { placeAndTimeRules } from './place-and-time-rules.ts';
import { provenanceRules } from './provenance-rules.ts';
import { relationRules } from './relation-rules.ts';
import { resourceRules } from './resource-rules.ts';
import { termAndIdentifierRules } from './term-and-identifier-rules.ts';
import { roleRules } from './role-rules.ts';
import { serviceRules } from './service-rules.ts';
import { variableRules } from './variable-rules.ts';

/** All rules by id. Each has a page in `docs/rules/`. */
export const ruleCatalogue = {
  ...resourceRules,
  ...metadataRules,
  ...agentRules,
  ...distributionRules,
  ...checksumRules,
  ...termAndIdentifierRules,
  ...variableRules,
  ...placeAndTimeRules,
  ...relationRules,
  ...roleRules,
  ...serviceRules,
  ...provenanceRules,
  ...iriFormRules,
  ...discoveryRules,
  ...licenceRules,
  ...croissantRules,
} satisfies Record<RuleId, Rule>;

/** The rule with an id. */
export function ruleOf(id: RuleId): Rule {
  return ruleCatalogue[id];
}

/** The words for a rule that a catalogue names, which can be of another version of the program. */
export function ruleTexts(rule: string): Pick<Rule, 'title' | 'asked'> {
  if (!isRuleId(rule)) return { title: rule, asked: '' };
  const { title, asked } = ruleOf(rule);
  return { title, asked };
}

/** Whether a text is the id of a rule. */
export function isRuleId(text: string): text is RuleId {
  return Object.hasOwn(ruleCatalogue, text);
}
