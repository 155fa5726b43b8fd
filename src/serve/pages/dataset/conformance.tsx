import type { ProfileVerdict, UnmetRule } from '../../../model/validation.ts';
import { choiceTexts, verdictText } from '../../../render/validation/finding-groups.ts';
import { conformanceName } from '../../../search/columns/conformance.ts';
import { NameValuePair } from '../../parts/layout.tsx';
import { SeverityMark } from '../../parts/problem-list.tsx';
import { conformanceLabel, profileTitle, ruleTitle } from '../../parts/short-names.tsx';
import type { Site } from '../../site.ts';
import { searchHref } from '../search/search-address.ts';
import type { DatasetView } from './dataset-view.tsx';

/** Whether the record that is shown first conforms; links to what it lacks. */
export function ConformanceTags({ view }: { readonly view: DatasetView }) {
  return (
    <>
      {verdictsOf(view).map((verdict) => (
        <a class={verdict.conforms ? 'tag open' : 'tag limited'} href="#validation">
          {conformanceLabel(conformanceName(verdict))}
        </a>
      ))}
    </>
  );
}

/**
 * How the record meets its profiles by the check of the harvest, and the rules it does not meet.
 */
export function Conformance({ view }: { readonly view: DatasetView }) {
  const verdicts = verdictsOf(view);
  if (verdicts.length === 0) return null;
  return (
    <NameValuePair name="Validated">
      {verdicts.map((verdict, at) => (
        <div class="validation" {...(at === 0 && { id: 'validation' })}>
          <a href={searchHref(view.site, { conditions: { conforms: [conformanceName(verdict)] } })}>
            {profileTitle(verdict.profile)}
          </a>
          , {choiceTexts[verdict.because]}: {verdictText(verdict)}
          <UnmetRules site={view.site} rules={verdict.unmet} />
        </div>
      ))}
    </NameValuePair>
  );
}

interface UnmetRulesProps {
  readonly site: Site;
  readonly rules: readonly UnmetRule[];
}

function UnmetRules({ site, rules }: UnmetRulesProps) {
  if (rules.length === 0) return null;
  return (
    <ul class="unmet">
      {rules.map(({ rule, severity }) => (
        <li>
          <SeverityMark severity={severity} />{' '}
          <a href={searchHref(site, { conditions: { unmet: [`=${rule}`] } })}>
            {ruleTitle(`=${rule}`)}
          </a>
        </li>
      ))}
    </ul>
  );
}

/** Other records of the dataset have pages of their own. */
function verdictsOf({ subject }: DatasetView): readonly ProfileVerdict[] {
  return subject.main.copy.facts.conformance ?? [];
}
