import type { DescribedConformance } from '../../../render/conformance-lines.ts';
import { percentText } from '../../../render/validation/finding-groups.ts';
import { formatCount, groupDigits } from '../../../text/amounts.ts';
import { Prose } from '../../parts/layout.tsx';
import { SeverityMark } from '../../parts/problem-list.tsx';
import type { Site } from '../../site.ts';
import { searchHref } from '../search/search-address.ts';

interface SourceConformanceProps {
  readonly site: Site;
  readonly source: string;
  /** Undefined if no record of the source was validated. */
  readonly conformance: DescribedConformance | undefined;
}

/** How the records of a source meet their profiles, and the changes that would help most. */
export function SourceConformance({ site, source, conformance }: SourceConformanceProps) {
  if (conformance === undefined) return null;
  const { records, conforming, required, recommended, first } = conformance;
  return (
    <section aria-labelledby="conformance">
      <h2 id="conformance">Conformance</h2>
      <p>
        {groupDigits(conforming)} of {formatCount(records, 'validated record')} conform to their
        profiles. The records have {percentText(required)} of what is required and{' '}
        {percentText(recommended)} of what is recommended.
      </p>
      {first.length === 0 ? null : (
        <>
          <h3>What to do first</h3>
          <ol class="problems">
            {first.map(({ rule, severity, records: helped, title, asked }) => (
              <li class={severity}>
                <p>
                  <SeverityMark severity={severity} />
                  <a
                    href={searchHref(site, {
                      conditions: { source: [source], unmet: [`=${rule}`] },
                    })}
                  >
                    {title} <span class="count">{groupDigits(helped)}</span>
                  </a>
                </p>
                <p class="soft">
                  <Prose text={asked} />
                </p>
              </li>
            ))}
          </ol>
        </>
      )}
    </section>
  );
}
