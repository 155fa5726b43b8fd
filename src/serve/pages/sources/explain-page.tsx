import type { HttpStep } from '../../../model/http.ts';
import type { Offer, Signpost } from '../../../model/typed-link.ts';
import type { UrlOutcome, UrlVisit } from '../../../model/url-update.ts';
import {
  describeDiscovery,
  describeRobotsDecision,
  hasOnlyUnwantedTypes,
  routeTexts,
  verdictTexts,
} from '../../../render/url-explanation.ts';
import { describeSitemapLook } from '../../../render/sitemap-explanation.ts';
import { keptSentence, outcomeText, stateTexts } from '../../../render/visit-texts.ts';
import { formatTypes, formatUnwantedTypes } from '../../../render/source-funnel.ts';
import { sumCounts } from '../../../pipeline/report/source-ledger.ts';
import { UnnamedResources } from '../../../catalogue/find-records.ts';
import { isEntryKey } from '../../../catalogue/derived/derived-terms.ts';
import type { SitemapLook } from '../../../catalogue/find-sitemaps.ts';
import { findUrlsWithPauses, type StoredVisit } from '../../../catalogue/find-urls.ts';
import { formatCount, groupDigits } from '../../../text/amounts.ts';
import { htmlAnswer, type PageAnswer, type PageRequest } from '../../page.ts';
import { readInShortTurns } from '../../surveys.ts';
import { Layout, NameValuePair, TimeElement } from '../../parts/layout.tsx';
import { ProblemList } from '../../parts/problem-list.tsx';
import { WebLink } from '../../parts/published.tsx';
import type { Site } from '../../site.ts';
import { recordHref, runHref, sourceHref } from '../../parts/addresses.ts';
import { ExplainForm } from './source-parts.tsx';

/**
 * Explains how a URL was found and what its visit gave, then the same for the URLs that it led to.
 */
export async function explainPage({ site, state, query }: PageRequest): Promise<PageAnswer> {
  const name = (query.get('url') ?? '').trim();
  // Finding the key of a resource without IRI takes a read of all records.
  const { looks, isElsewhere, sitemaps } =
    name === '' || isEntryKey(name)
      ? { looks: [], isElsewhere: false, sitemaps: [] }
      : await readInShortTurns(findUrlsWithPauses(state.snapshot, name, new UnnamedResources()));
  const isUnknown = name !== '' && looks.length + sitemaps.length === 0;
  return htmlAnswer(
    <Layout site={site} state={state} title="Explain a URL" section="/sources" kind="explain">
      <h1>One URL explained</h1>
      <ExplainForm site={site} url={name} />
      {isUnknown ? (
        <section class="empty">
          <h2>Not known</h2>
          <p>
            No source lists or links to <bdi>{name}</bdi>, or it is excluded.{' '}
            <code>cdif-graph explain --live</code> visits it now.
          </p>
        </section>
      ) : null}
      {isElsewhere ? (
        <p>
          <bdi>{name}</bdi> is not requested itself, since a source states where its metadata is.
        </p>
      ) : null}
      {looks.length > 1 ? (
        <nav aria-label="URLs on this page">
          <ol class="leads">
            {looks.map(({ outcome }, index) => (
              <li>
                <a href={`#url-${index + 1}`}>
                  <bdi>{outcome.url}</bdi>
                </a>
              </li>
            ))}
          </ol>
        </nav>
      ) : null}
      {sitemaps.map((look) => (
        <SitemapExplanation site={site} look={look} />
      ))}
      {looks.map((look, index) => (
        <Explanation site={site} look={look} id={`url-${index + 1}`} />
      ))}
    </Layout>,
    isUnknown ? { status: 404 } : {},
  );
}

function SitemapExplanation({ site, look }: { readonly site: Site; readonly look: SitemapLook }) {
  const { url, problems } = look;
  return (
    <article class="explanation">
      <h2>
        <WebLink href={url}>
          <bdi>{url}</bdi>
        </WebLink>
      </h2>
      {describeSitemapLook(look).map((line) => (
        <p>{line}</p>
      ))}
      {problems.length === 0 ? null : (
        <>
          <h3>Problems</h3>
          <ProblemList site={site} problems={problems} />
        </>
      )}
    </article>
  );
}

interface ExplanationProps {
  readonly site: Site;
  readonly look: StoredVisit;
  readonly id: string;
}

function Explanation({ site, look: { outcome, visit, records, kept }, id }: ExplanationProps) {
  const { url, state, listings, signposts, steps = [], problems } = outcome;
  return (
    <article class="explanation" aria-labelledby={id}>
      <h2 id={id}>
        <WebLink href={url}>
          <bdi>{url}</bdi>
        </WebLink>
      </h2>
      <p class={`look ${state}`}>
        {hasOnlyUnwantedTypes(outcome)
          ? 'It answered, and gave only records that are left out.'
          : `${capitalised(outcomeText(outcome))}.`}
      </p>
      <div class="halves">
        <div>
          <Visit site={site} outcome={outcome} visit={visit} />
          {kept === undefined ? null : <p>{keptSentence(kept)}</p>}
          <h3>
            Records{' '}
            {records.length === 0 ? null : <span class="count">{groupDigits(records.length)}</span>}
          </h3>
          <Records site={site} records={records} />
          <LeftOut outcome={outcome} />
          <h3>Problems</h3>
          {problems.length === 0 ? (
            <p>No problems were found.</p>
          ) : (
            <ProblemList site={site} problems={problems} />
          )}
        </div>
        <div>
          <h3>How it was found</h3>
          <ul class="rows">
            {listings.map(({ source, found }) => (
              <li>
                <a href={sourceHref(site, source)}>
                  <bdi>{source}</bdi>
                </a>
                , <bdi>{describeDiscovery(found)}</bdi>
              </li>
            ))}
          </ul>
          <h3>robots.txt</h3>
          <p>
            <bdi>{capitalised(describeRobotsDecision(outcome))}.</bdi>
          </p>
          <h3>Requests</h3>
          <Requests steps={steps} />
          <h3>Offers of metadata</h3>
          <Offers offers={signposts?.offers ?? []} />
          <Links links={signposts?.links ?? []} />
        </div>
      </div>
    </article>
  );
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

interface VisitProps {
  readonly site: Site;
  readonly outcome: UrlOutcome;
  readonly visit: UrlVisit | undefined;
}

function Visit({ site, outcome, visit }: VisitProps) {
  const { at, run } = outcome;
  return (
    <dl class="pairs">
      <NameValuePair name="Latest visit">
        <TimeElement at={at} /> <a href={runHref(site, run)}>run {run}</a>
      </NameValuePair>
      {visit === undefined || (visit.at === at && visit.run === run) ? null : (
        <NameValuePair name="Last requested">
          <TimeElement at={visit.at} /> <a href={runHref(site, visit.run)}>run {visit.run}</a>
          <span>{visit.state === 'unchanged' ? 'nothing was new' : stateTexts[visit.state]}</span>
        </NameValuePair>
      )}
      {visit?.failures === undefined ? null : (
        <NameValuePair name="Failing">
          <span>
            {formatCount(visit.failures, 'time')} in a row, since{' '}
            <TimeElement at={visit.failingSince ?? visit.at} />
          </span>
          {visit.goodAt === undefined ? <span>it never gave anything</span> : null}
        </NameValuePair>
      )}
    </dl>
  );
}

/** The number of shown items per list, which may have thousands. */
const maxShown = 50;

function Records({
  site,
  records,
}: {
  readonly site: Site;
  readonly records: StoredVisit['records'];
}) {
  if (records.length === 0) return <p>None.</p>;
  return (
    <>
      <ul class="rows">
        {records.slice(0, maxShown).map(({ graph, describes, quads }) => (
          <li>
            <a href={recordHref(site, graph)}>
              <bdi>{describes.map(({ name, iri }) => name ?? iri ?? graph)[0] ?? graph}</bdi>
            </a>{' '}
            <span class="soft">
              {describes.length > 1
                ? `and ${formatCount(describes.length - 1, 'more resource')}, `
                : ''}
              {formatCount(quads, 'statement')}
            </span>
          </li>
        ))}
      </ul>
      <More count={records.length} />
    </>
  );
}

function More({ count }: { readonly count: number }) {
  return count > maxShown ? <p class="soft">and {groupDigits(count - maxShown)} more</p> : null;
}

function LeftOut({ outcome: { leftOut } }: { readonly outcome: UrlOutcome }) {
  if (leftOut === undefined || leftOut === true) return null;
  const { counts, records } = leftOut;
  return (
    <>
      <h3>
        Left out <span class="count">{groupDigits(sumCounts(counts))}</span>
      </h3>
      <p>No source that lists the URL wants their types: {formatUnwantedTypes(counts)}.</p>
      <ul class="rows">
        {records.map(({ graph, name, types }) => (
          <li>
            <bdi>{name ?? graph}</bdi> <span class="soft">{formatTypes(types)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

function Requests({ steps }: { readonly steps: readonly HttpStep[] }) {
  if (steps.length === 0) return <p>None.</p>;
  return (
    <ol class="rows">
      {steps.map(({ method, url, status, contentType, location, problem }) => (
        <li>
          <b>{status ?? 'no answer'}</b> {method}{' '}
          <WebLink href={url}>
            <bdi>{url}</bdi>
          </WebLink>
          <p class="facts">
            {contentType === undefined ? null : (
              <span>
                <bdi>{contentType}</bdi>
              </span>
            )}
            {location === undefined ? null : (
              <span>
                leads to <bdi>{location}</bdi>
              </span>
            )}
            {problem === undefined ? null : <span>{problem}</span>}
          </p>
        </li>
      ))}
    </ol>
  );
}

function Offers({ offers }: { readonly offers: readonly Offer[] }) {
  if (offers.length === 0) return <p>None.</p>;
  return (
    <>
      <ol class="rows">
        {offers.slice(0, maxShown).map(({ verdict, via, type, profiles, url }) => (
          <li class={verdict}>
            <b>{capitalised(verdictTexts[verdict])}</b>{' '}
            <WebLink href={url}>
              <bdi>{url}</bdi>
            </WebLink>
            <p class="facts">
              <span>{routeTexts[via]}</span>
              <span>{type ?? 'no type'}</span>
              {profiles.map((profile) => (
                <span>
                  <bdi>{profile}</bdi>
                </span>
              ))}
            </p>
          </li>
        ))}
      </ol>
      <More count={offers.length} />
    </>
  );
}

function Links({ links }: { readonly links: readonly Signpost[] }) {
  if (links.length === 0) return null;
  return (
    <>
      <h3>
        Typed links <span class="count">{groupDigits(links.length)}</span>
      </h3>
      <ul class="rows">
        {links.slice(0, maxShown).map(({ rel, place, target, type, profiles }) => (
          <li>
            <b>{rel}</b>{' '}
            <WebLink href={target}>
              <bdi>{target}</bdi>
            </WebLink>
            <p class="facts">
              <span>{place}</span>
              {[type, ...profiles]
                .filter((part) => part !== undefined)
                .map((part) => (
                  <span>
                    <bdi>{part}</bdi>
                  </span>
                ))}
            </p>
          </li>
        ))}
      </ul>
      <More count={links.length} />
    </>
  );
}
