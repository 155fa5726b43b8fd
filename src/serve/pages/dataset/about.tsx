import type { Child } from 'hono/jsx';
import { isWebAddress } from '../../../export/schema-org.ts';
import type { StatedIdentifier } from '../../../facts/record/names-and-identifiers.ts';
import { isSpdxLicence, normalizeLicence } from '../../../facts/text/licence.ts';
import { filterByReaderLanguage } from '../../../facts/text/text-languages.ts';
import { canonicalProfile } from '../../../model/media-type.ts';
import type { Text } from '../../../model/search-facts.ts';
import { persistentUrl } from '../../../rdf/identifiers.ts';
import { formatDate, groupDigits } from '../../../text/amounts.ts';
import { undefinedIfMail } from '../../../text/clean-text.ts';
import { groupBy } from '../../../text/collections.ts';
import type {
  NameAndIri,
  FundingDetail,
  PolicyDetail,
  TermDetail,
} from '../../../views/details/resource-details.ts';
import { NameValuePair } from '../../parts/layout.tsx';
import { ageWords, longPeriodWords } from '../../parts/place-and-time-words.ts';
import { Literal, WebLink } from '../../parts/published.tsx';
import {
  isSaidByTag,
  lastPart,
  licenceName,
  profileLabel,
  shortened,
  typeLabels,
  webLabel,
} from '../../parts/short-names.tsx';
import { searchHref } from '../search/search-address.ts';
import { Conformance } from './conformance.tsx';
import { allHref, type DatasetView, shownFirst } from './dataset-view.tsx';
import { datasetDescription, statedByRecords } from './find-dataset.ts';
import { agentLabel } from './people.tsx';

interface OfView {
  readonly view: DatasetView;
}

/** The description of the dataset, and facts without a section of their own. */
export function About({ view }: OfView) {
  return (
    <section id="about" class="about" aria-labelledby="about-title">
      <h2 id="about-title">About</h2>
      <Description view={view} />
      <dl class="pairs">
        <Times view={view} />
        <PlaceNames view={view} />
        <Identifiers view={view} />
        <Facts view={view} />
        <Policies view={view} />
        <TermLists view={view} />
        <Profiles view={view} />
        <Conformance view={view} />
      </dl>
    </section>
  );
}

/** A description only a little longer than the limit is shown whole. */
const usualCharacters = 1200;

function Description({ view: { subject, languages } }: OfView) {
  const stated = datasetDescription(subject, languages);
  if (stated === undefined) return <p class="soft">No description is given.</p>;
  const { text, language } = stated.value;
  if (text.length <= usualCharacters * 1.2) {
    return (
      <p class="told">
        <Literal text={text} language={language} />
      </p>
    );
  }
  const end = text.lastIndexOf(' ', usualCharacters);
  const start = end > usualCharacters / 2 ? end : usualCharacters;
  return (
    <>
      <p class="told">
        <Literal text={`${text.slice(0, start).toWellFormed()} …`} language={language} />
      </p>
      <details class="rest">
        <summary>The rest of the description</summary>
        <p class="told">
          <Literal text={`… ${text.slice(start).trim().toWellFormed()}`} language={language} />
        </p>
      </details>
    </>
  );
}

const maxTimes = 10;

function Times({ view: { subject, languages } }: OfView) {
  const times = statedByRecords(subject, (details) => {
    const stated = details.times;
    return stated && [...stated.periods, ...stated.ages, ...stated.names].length > 0
      ? stated
      : undefined;
  })?.value;
  if (times === undefined) return null;
  const texts = [
    ...times.periods.map((period) => ({ text: longPeriodWords(period) })),
    ...times.ages.map((age) => ({ text: ageWords(age) })),
    ...filterByReaderLanguage(times.names, languages),
  ];
  return <NameValuePair name="Period">{listed(texts, maxTimes)}</NameValuePair>;
}

const maxPlaces = 10;

function PlaceNames({ view: { subject, languages } }: OfView) {
  const names = statedByRecords(subject, (details) => details.places?.names)?.value ?? [];
  if (names.length === 0) return null;
  return (
    <NameValuePair name="Place">
      {listed(filterByReaderLanguage(names, languages), maxPlaces)}
    </NameValuePair>
  );
}

/** The first texts of a list. */
function listed(texts: readonly Text[], max: number): Child {
  const more = texts.length - max;
  return (
    <>
      {texts.slice(0, max).map(({ text, language }) => (
        <Literal text={shortened(text, 100)} language={language} />
      ))}
      {more > 0 ? <span class="soft">and {more} more</span> : null}
    </>
  );
}

const maxIdentifiers = 10;

function Identifiers({ view: { subject } }: OfView) {
  const stated =
    statedByRecords(subject, ({ identifiers }) =>
      identifiers.filter(({ value }) => undefinedIfMail(value) !== undefined),
    )?.value ?? [];
  const iri = undefinedIfMail(subject.main.resource.iri);
  const identifiers = stated.length > 0 || iri === undefined ? stated : [{ value: iri }];
  if (identifiers.length === 0) return null;
  return (
    <NameValuePair name={identifiers.length === 1 ? 'Identifier' : 'Identifiers'}>
      {identifiers.slice(0, maxIdentifiers).map((each) => (
        <Identifier identifier={each} />
      ))}
    </NameValuePair>
  );
}

function Identifier({ identifier }: { readonly identifier: StatedIdentifier }) {
  return (
    <WebLink href={identifier.url ?? identifier.value}>
      <bdi>{shortened(identifierLabel(identifier), 120)}</bdi>
    </WebLink>
  );
}

/** An identifier for people: a DOI in one spelling, others as stated. */
export function identifierLabel({ scheme, value }: StatedIdentifier): string {
  const persistent = persistentUrl(value);
  if (persistent?.scheme === 'doi') return persistent.url.replace('https://doi.org/', 'doi:');
  const isWhole = /^\w+:/u.test(value);
  return isWhole || scheme === undefined ? webLabel(value) : `${scheme} ${value}`;
}

const policyNames = {
  license: 'Licence',
  access: 'Access',
  rights: 'Rights',
  policy: 'Policy',
} as const satisfies Record<PolicyDetail['about'], string>;

const eventNames = { created: 'Created', published: 'Published', modified: 'Modified' } as const;
const maxPolicies = 5;

function Facts({ view: { subject } }: OfView) {
  const dates = statedByRecords(subject, (details) => details.dates)?.value ?? [];
  const languages = statedByRecords(subject, (details) => details.languages)?.value ?? [];
  const versions = statedByRecords(subject, (details) => details.versions)?.value ?? [];
  return (
    <>
      {Object.entries(eventNames).map(([event, name]) => {
        const own = dates.filter((each) => each.event === event);
        if (own.length === 0) return null;
        const texts = new Set(own.map(({ date }) => shortened(formatDate(date), 40)));
        return <NameValuePair name={name}>{listed(withoutLanguage([...texts]), 3)}</NameValuePair>;
      })}
      {versions.length === 0 ? null : (
        <NameValuePair name="Version">{listed(withoutLanguage(versions), 3)}</NameValuePair>
      )}
      {languages.length === 0 ? null : (
        <NameValuePair name="Language">{listed(withoutLanguage(languages), 10)}</NameValuePair>
      )}
    </>
  );
}

function withoutLanguage(texts: readonly string[]): readonly Text[] {
  return texts.map((text) => ({ text }));
}

/** The conditions of use and the funding. */
function Policies({ view: { subject } }: OfView) {
  const policies = statedByRecords(subject, (details) => details.policies)?.value ?? [];
  const funding =
    statedByRecords(subject, (details) => details.funding.filter(isInformative))?.value ?? [];
  const access = statedByRecords(subject, (_, { search }) => search?.texts.access)?.value;
  const informative = policies.filter(({ name, iri }) => {
    const stated = name ?? undefinedIfMail(iri);
    return stated !== undefined && !isSaidByTag(access, stated);
  });
  return (
    <>
      {Object.entries(policyNames).map(([about, name]) => {
        const own = informative.filter((each) => each.about === about);
        if (own.length === 0) return null;
        return (
          <NameValuePair name={name}>
            {own.slice(0, maxPolicies).map((policy) => (
              <NamedLink called={withName(policy)} />
            ))}
          </NameValuePair>
        );
      })}
      {funding.length === 0 ? null : (
        <NameValuePair name="Funding">
          {funding.slice(0, 10).map((each) => (
            <Funding funding={each} />
          ))}
        </NameValuePair>
      )}
    </>
  );
}

/** Adds the short name of a licence that is given by its URL alone. */
function withName(policy: PolicyDetail): NameAndIri {
  const licence = policy.name === undefined ? normalizeLicence(policy.iri ?? '') : '';
  return isSpdxLicence(licence) ? { ...policy, name: licenceName(licence) } : policy;
}

/** A name, with a link if it has a Web URL. */
function NamedLink({ called }: { readonly called: NameAndIri }) {
  const { name, language, iri = '' } = called;
  const label = name === undefined ? webLabel(iri) : shortened(name, 500);
  return (
    <WebLink href={iri}>
      <Literal text={label} language={language} />
    </WebLink>
  );
}

/** False if only the mail address of the funder is known. */
function isInformative({ name, number, funder }: FundingDetail): boolean {
  return (name ?? number ?? agentLabel(funder ?? {})) !== undefined;
}

function Funding({ funding }: { readonly funding: FundingDetail }) {
  const { name, number, language, funder } = funding;
  const grant = [name === undefined ? undefined : shortened(name, 200), number];
  const stated = grant.filter((each) => each !== undefined).join(', ');
  const payer = funder && agentLabel(funder);
  return (
    <span>
      {stated === '' ? null : <Literal text={stated} language={language} />}
      {stated === '' || payer === undefined ? '' : ' by '}
      {payer === undefined ? null : <NamedLink called={{ ...funder, name: payer }} />}
    </span>
  );
}

function Profiles({ view: { site, subject } }: OfView) {
  const profiles = new Set(subject.records.flatMap(({ copy }) => copy.facts.profiles));
  if (profiles.size === 0) return null;
  return (
    <NameValuePair name="Profiles claimed">
      {[...profiles].slice(0, 10).map((profile) => (
        <a href={searchHref(site, { conditions: { profile: [canonicalProfile(profile)] } })}>
          <bdi>{profileLabel(profile)}</bdi>
        </a>
      ))}
    </NameValuePair>
  );
}

const uses = {
  keyword: 'Keywords',
  about: 'Subjects',
  type: 'Kind',
  technique: 'Techniques',
  place: 'In gazetteers',
} as const satisfies Record<TermDetail['use'], string>;

/** Keywords and vocabulary terms by purpose; each links to a search for it. */
function TermLists({ view }: { readonly view: DatasetView }) {
  const stated = statedByRecords(view.subject, ({ terms }) => terms)?.value ?? [];
  const labels = typeLabels(view.subject.main.resource.types);
  const types = new Set(labels.map((type) => type.toLowerCase()));
  // The type stands above the title already.
  const informative = stated.filter(
    ({ use, name = '' }) => use !== 'type' || !types.has(name.toLowerCase()),
  );
  const byUse = groupBy(informative, ({ use }) => use);
  return (
    <>
      {Object.entries(uses).map(([use, name]) => {
        const terms = byUse.get(use as TermDetail['use']) ?? []; // its own names
        if (terms.length === 0) return null;
        const understood =
          view.all === 'terms' ? terms : filterByReaderLanguage(terms, view.languages);
        const shown = shownFirst(view, 'terms', understood);
        return (
          <div>
            <dt>{name}</dt>
            <dd class="terms">
              {shown.map((term) => (
                <Term view={view} term={term} />
              ))}
              {shown.length === terms.length ? null : (
                <a href={allHref(view, 'terms', 'about')}>all {groupDigits(terms.length)}</a>
              )}
            </dd>
          </div>
        );
      })}
    </>
  );
}

interface TermProps {
  readonly view: DatasetView;
  readonly term: TermDetail;
}

function Term({ view, term: { name, language, iri, code, scheme } }: TermProps) {
  const label = name ?? (iri === undefined ? (code ?? '') : lastPart(iri));
  const condition = iri ?? name ?? code ?? '';
  const vocabulary = scheme === undefined || /^https?:/u.test(scheme) ? undefined : scheme;
  return (
    <span>
      <a href={searchHref(view.site, { conditions: { term: [shortened(condition, 500)] } })}>
        <Literal text={shortened(label, 150)} language={language} />
      </a>
      {vocabulary === undefined ? null : (
        <span class="soft">
          {' '}
          in <bdi>{shortened(vocabulary, 60)}</bdi>
        </span>
      )}
      {iri === undefined || !isWebAddress(iri) ? null : (
        <>
          {' '}
          <WebLink href={iri} class="out">
            definition<span class="unseen"> of {shortened(label, 100)}</span>
          </WebLink>
        </>
      )}
    </span>
  );
}
