import type { Access } from '../../../model/search-facts.ts';
import { AccessTag, isSaidByTag } from '../../parts/access-tag.tsx';
import { licenceName, shortened } from '../../parts/short-names.ts';
import { WebLink } from '../../parts/published.tsx';
import { amount } from '../../../text/amounts.ts';
import { fileCount, filesOf, firstDownload, totalSize } from './files-of.ts';
import { saidOf } from './subject.ts';
import type { SubjectView } from './view.ts';

/** Access, licence and size at a glance, and what to do. */
export function CanIHaveIt({ view }: { readonly view: SubjectView }) {
  const { subject } = view;
  const access = saidOf(subject, (_, { search }) => search?.texts.access)?.value;
  const files = saidOf(subject, filesOf)?.value ?? [];
  const count = fileCount(view);
  const tags = [totalSize(files), count === 0 ? undefined : amount(count, 'file')];
  return (
    <div class="get">
      <p class="tags">
        <AccessTag access={access} />
        <LicenceTags view={view} access={access} />
        {tags.map((tag) => (tag === undefined ? null : <bdi class="tag">{tag}</bdi>))}
      </p>
      <p class="buttons">
        <Download file={firstDownload(files)} />
        <LandingPage address={subject.publisherLinks?.anchor} />
        <a class="button quiet" href="#cite">
          Cite
        </a>
        {subject.graphs.length < 2 ? null : (
          <a class="button quiet" href="#records">
            Compare
          </a>
        )}
      </p>
    </div>
  );
}

const maxLicences = 2;

interface LicenceTagsProps {
  readonly view: SubjectView;
  readonly access: Access | undefined;
}

function LicenceTags({ view: { subject }, access }: LicenceTagsProps) {
  const licences = saidOf(subject, (_, { search }) => search?.texts.licences)?.value ?? [];
  if (licences.length === 0) return <span class="tag unknown">No licence stated</span>;
  // Some publishers say the access where the licence belongs.
  const others = licences.filter((licence) => !isSaidByTag(access, licence));
  return (
    <>
      {others.slice(0, maxLicences).map((licence) => (
        <bdi class="tag">{shortened(licenceName(licence), 40)}</bdi>
      ))}
    </>
  );
}

function Download({ file }: { readonly file: ReturnType<typeof firstDownload> }) {
  if (file === undefined) return null;
  const { address, format } = file;
  return (
    <WebLink href={address} class="button">
      {format === undefined ? (
        'Get the data'
      ) : (
        <>
          {format === 'HTML' ? 'Open' : 'Download'} <bdi>{format}</bdi>
        </>
      )}
    </WebLink>
  );
}

function LandingPage({ address }: { readonly address: string | undefined }) {
  if (address === undefined) return null;
  return (
    <WebLink href={address} class="button quiet">
      Landing page
    </WebLink>
  );
}
