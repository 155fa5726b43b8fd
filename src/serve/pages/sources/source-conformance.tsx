import {
  type DescribedConformance,
  keptOutText,
  validatedText,
} from '../../../render/conformance-lines.ts';
import { contentText } from '../../../render/validation/finding-groups.ts';
import type { ChangeToMake } from '../../../render/validation/validation-summary.ts';
import { groupDigits } from '../../../text/amounts.ts';
import { problemsHref } from '../../parts/addresses.ts';
import { Prose } from '../../parts/layout.tsx';
import { SeverityMark } from '../../parts/problem-list.tsx';
import type { Site } from '../../site.ts';
import { searchHref } from '../search/search-address.ts';

interface OfSource {
  readonly site: Site;
  readonly source: string;
}

interface SourceConformanceProps extends OfSource {
  /** Undefined if no record of the source was validated. */
  readonly conformance: DescribedConformance | undefined;
}

/** How the records of a source meet their profiles, and the changes that would help most. */
export function SourceConformance({ site, source, conformance }: SourceConformanceProps) {
  if (conformance === undefined) return null;
  const { first } = conformance;
  const [keptOut, content] = [keptOutText(conformance), contentText(conformance)];
  return (
    <section aria-labelledby="conformance">
      <h2 id="conformance">Conformance</h2>
      <p>
        {validatedText(conformance)}.{content === '' ? null : ` Content: ${content}.`}
        {keptOut === '' ? null : (
          <>
            {' '}
            <a href={problemsHref(site, { source }, 'record-nonconforming')}>{keptOut}</a>.
          </>
        )}
      </p>
      {first.length === 0 ? null : (
        <>
          <h3>What to do first</h3>
          <ol class="problems">
            {first.map((change) => (
              <FirstChangeItem {...{ site, source, change }} />
            ))}
          </ol>
        </>
      )}
    </section>
  );
}

/** A search finds the records to mend; those that were kept out have only their problems. */
function FirstChangeItem({ site, source, change }: OfSource & { readonly change: ChangeToMake }) {
  const { rule, severity, records, keptOut = 0, title, asked } = change;
  const stored = records - keptOut;
  const conditions = { source: [source], unmet: [`=${rule}`] };
  return (
    <li class={severity}>
      <p>
        <SeverityMark severity={severity} />
        {stored === 0 ? (
          title
        ) : (
          <a href={searchHref(site, { conditions })}>
            {title} <span class="count">{groupDigits(stored)}</span>
          </a>
        )}
        {keptOut === 0 ? null : (
          <>
            ,{' '}
            <a href={problemsHref(site, { source }, 'requirement-unmet')}>
              kept out: {groupDigits(keptOut)}
            </a>
          </>
        )}
      </p>
      <p class="soft">
        <Prose text={asked} />
      </p>
    </li>
  );
}
