import type { Rule } from '../rule.ts';
import { agentRules } from './agent-rules.ts';
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
} satisfies Record<string, Rule>;

/** The id of a rule: a noun for what it asks for. */
export type RuleId = keyof typeof ruleCatalogue;

/** The rule with an id. */
export function ruleOf(id: RuleId): Rule {
  return ruleCatalogue[id];
}

/** Whether a text is the id of a rule. */
export function isRuleId(text: string): text is RuleId {
  return Object.hasOwn(ruleCatalogue, text);
}
