import type { Tombstone } from '../../../model/tombstone.ts';
import { removalTexts } from '../../../render/tombstone.ts';
import { dateWords } from '../../../text/date-words.ts';
import { unlessMail } from '../../../text/without-mail.ts';
import { sourceHref } from '../../parts/addresses.ts';
import { Layout } from '../../parts/layout.tsx';
import { Pair } from '../../parts/pair.tsx';
import { Literal, WebLink } from '../../parts/published.tsx';
import { shortened } from '../../parts/short-names.ts';
import type { CatalogueState } from '../../open-catalogue.ts';
import { sitePath, type Site } from '../../site.ts';

interface GonePageProps {
  readonly site: Site;
  readonly state: CatalogueState;
  readonly kind: 'dataset' | 'record';
  /** Of the records that it had, the one that was removed last first. */
  readonly tombstones: readonly [Tombstone, ...Tombstone[]];
}

/** The page of what was removed from the catalogue: what it was, when, and why. */
export function GonePage({ site, state, kind, tombstones }: GonePageProps) {
  const [last] = tombstones;
  const title = tombstones.find((each) => each.title !== undefined)?.title;
  const name = shortened(title ?? unlessMail(last.describes[0]) ?? last.graph, 300);
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
  const described = unlessMail(describes[0]);
  return (
    <dl class="pairs">
      <Pair name="Removed">
        {dateWords(at)}: {removalTexts[reason]}
      </Pair>
      {copiedAt === undefined ? null : <Pair name="Last copy">{dateWords(copiedAt)}</Pair>}
      <Pair name="From">
        <WebLink href={documentUrl}>
          <bdi>{shortened(documentUrl, 200)}</bdi>
        </WebLink>
      </Pair>
      {described === undefined ? null : (
        <Pair name="Described">
          <WebLink href={described}>
            <bdi>{shortened(described, 200)}</bdi>
          </WebLink>
        </Pair>
      )}
      {sources.length === 0 ? null : (
        <Pair name={sources.length === 1 ? 'Source' : 'Sources'}>
          {sources.slice(0, 10).map((source) => (
            <a href={sourceHref(site, source)}>
              <bdi>{source}</bdi>
            </a>
          ))}
        </Pair>
      )}
    </dl>
  );
}
