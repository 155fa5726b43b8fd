import type { Tombstone } from '../../../model/url-update.ts';
import { removalTexts } from '../../../render/record-summary.ts';
import { formatDate } from '../../../text/amounts.ts';
import { undefinedIfMail } from '../../../text/clean-text.ts';
import { sourceHref } from '../../parts/addresses.ts';
import { Layout, NameValuePair } from '../../parts/layout.tsx';
import { Literal, WebLink } from '../../parts/published.tsx';
import { shortened } from '../../parts/short-names.tsx';
import type { CatalogueState } from '../../open-catalogue.ts';
import { sitePath, type Site } from '../../site.ts';

interface GonePageProps {
  readonly site: Site;
  readonly state: CatalogueState;
  readonly kind: 'dataset' | 'record';
  /** The tombstones of its records, the last removed first. */
  readonly tombstones: readonly [Tombstone, ...Tombstone[]];
}

/** The page of a removed record or resource: its title, and the time and reason of the removal. */
export function GonePage({ site, state, kind, tombstones }: GonePageProps) {
  const [last] = tombstones;
  const title = tombstones.find((each) => each.title !== undefined)?.title;
  const name = shortened(title ?? undefinedIfMail(last.describes[0]) ?? last.graph, 300);
  return (
    <Layout site={site} state={state} title={`Removed: ${name}`} kind="dataset">
      <section class="empty fault removed">
        <p class="facts kind">This {kind} was removed from the catalogue</p>
        <h1>
          <Literal text={name} />
        </h1>
        {tombstones.slice(0, maxTombstones).map((tombstone) => (
          <Removal site={site} tombstone={tombstone} />
        ))}
        <p>
          <a href={sitePath(site, '/')}>Search the catalogue</a>
        </p>
      </section>
    </Layout>
  );
}

const maxTombstones = 10;

function Removal({ site, tombstone }: { readonly site: Site; readonly tombstone: Tombstone }) {
  const { at, reason, copiedAt, sources, documentUrl, describes } = tombstone;
  const described = undefinedIfMail(describes[0]);
  return (
    <dl class="pairs">
      <NameValuePair name="Removed">
        {formatDate(at)}: {removalTexts[reason]}
      </NameValuePair>
      {copiedAt === undefined ? null : (
        <NameValuePair name="Last copy">{formatDate(copiedAt)}</NameValuePair>
      )}
      <NameValuePair name="From">
        <WebLink href={documentUrl}>
          <bdi>{shortened(documentUrl, 200)}</bdi>
        </WebLink>
      </NameValuePair>
      {described === undefined ? null : (
        <NameValuePair name="Described">
          <WebLink href={described}>
            <bdi>{shortened(described, 200)}</bdi>
          </WebLink>
        </NameValuePair>
      )}
      {sources.length === 0 ? null : (
        <NameValuePair name={sources.length === 1 ? 'Source' : 'Sources'}>
          {sources.slice(0, 10).map((source) => (
            <a href={sourceHref(site, source)}>
              <bdi>{source}</bdi>
            </a>
          ))}
        </NameValuePair>
      )}
    </dl>
  );
}
