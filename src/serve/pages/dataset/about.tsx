import type { Child } from 'hono/jsx';
import { canonicalProfile } from '../../../model/cdif-profile.ts';
import type { StatedIdentifier } from '../../../facts/record/stated-identifiers.ts';
import type {
  Called,
  FundingDetail,
  PolicyDetail,
} from '../../../views/details/resource-details.ts';
import { licenceOf, isSpdxLicence } from '../../../facts/text/licence.ts';
import { persistentUrl } from '../../../rdf/resolvable.ts';
import { dateWords } from '../../../text/date-words.ts';
import { Pair } from '../../parts/pair.tsx';
import { ageWords, periodWords } from '../../parts/place-and-time-words.ts';
import { Literal, WebLink } from '../../parts/published.tsx';
import { licenceName, shortened, profileLabel, webLabel } from '../../parts/short-names.ts';
import { searchHref } from '../search/search-address.ts';
import { descriptionOf, saidOf } from './subject.ts';
import { Terms } from './terms.tsx';
import type { SubjectView } from './view.ts';

interface OfView {
  readonly view: SubjectView;
}

/** What it is about, in words, and facts that need no section of their own. */
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
        <Terms view={view} />
        <Profiles view={view} />
      </dl>
    </section>
  );
}

/** A description that is not much longer is shown whole. */
const usualCharacters = 1200;

function Description({ view: { subject, languages } }: OfView) {
  const said = descriptionOf(subject, languages);
  if (said === undefined) return <p class="soft">No description is given.</p>;
  const { text, language } = said.value;
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

function Times({ view: { subject } }: OfView) {
  const times = saidOf(subject, (details) => {
    const said = details.times;
    return said && [...said.periods, ...said.ages, ...said.names].length > 0 ? said : undefined;
  })?.value;
  if (times === undefined) return null;
  const texts = [
    ...times.periods.map((period) => periodWords(period)),
    ...times.ages.map((age) => ageWords(age)),
    ...times.names.map(({ text }) => shortened(text, 100)),
  ];
  return <Pair name="Period">{listed(texts, maxTimes)}</Pair>;
}

const maxPlaces = 10;

function PlaceNames({ view: { subject } }: OfView) {
  const names = saidOf(subject, (details) => details.places?.names)?.value ?? [];
  if (names.length === 0) return null;
  return (
    <Pair name="Place">
      {listed(
        names.map(({ text }) => shortened(text, 100)),
        maxPlaces,
      )}
    </Pair>
  );
}

/** Texts, of very many the first. */
function listed(texts: readonly string[], max: number): Child {
  const more = texts.length - max;
  return (
    <>
      {texts.slice(0, max).map((text) => (
        <bdi>{text}</bdi>
      ))}
      {more > 0 ? <span class="soft">and {more} more</span> : null}
    </>
  );
}

const maxIdentifiers = 10;

function Identifiers({ view: { subject } }: OfView) {
  const said = saidOf(subject, ({ identifiers }) => identifiers)?.value ?? [];
  const { iri } = subject.main.resource;
  const identifiers = said.length > 0 || iri === undefined ? said : [{ value: iri }];
  if (identifiers.length === 0) return null;
  return (
    <Pair name={identifiers.length === 1 ? 'Identifier' : 'Identifiers'}>
      {identifiers.slice(0, maxIdentifiers).map((each) => (
        <Identifier identifier={each} />
      ))}
    </Pair>
  );
}

function Identifier({ identifier }: { readonly identifier: StatedIdentifier }) {
  const { scheme, value, url } = identifier;
  const isWhole = /^\w+:/u.test(value);
  const stated = isWhole || scheme === undefined ? webLabel(value) : `${scheme} ${value}`;
  const persistent = persistentUrl(value);
  const label =
    persistent?.scheme === 'doi' ? persistent.url.replace('https://doi.org/', 'doi:') : stated;
  return (
    <WebLink href={url ?? value}>
      <bdi>{shortened(label, 120)}</bdi>
    </WebLink>
  );
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
  const dates = saidOf(subject, (details) => details.dates)?.value ?? [];
  const languages = saidOf(subject, (details) => details.languages)?.value ?? [];
  const versions = saidOf(subject, (details) => details.versions)?.value ?? [];
  return (
    <>
      {Object.entries(eventNames).map(([event, name]) => {
        const own = dates.filter((each) => each.event === event);
        if (own.length === 0) return null;
        const texts = own.map(({ date }) => shortened(dateWords(date), 40));
        return <Pair name={name}>{listed([...new Set(texts)], 3)}</Pair>;
      })}
      {versions.length === 0 ? null : (
        <Pair name="Version">
          {listed(
            versions.map((each) => shortened(each, 100)),
            3,
          )}
        </Pair>
      )}
      {languages.length === 0 ? null : <Pair name="Language">{listed(languages, 10)}</Pair>}
    </>
  );
}

/** Under which conditions it can be used, and who paid for it. */
function Policies({ view: { subject } }: OfView) {
  const policies = saidOf(subject, (details) => details.policies)?.value ?? [];
  const funding = saidOf(subject, (details) => details.funding)?.value ?? [];
  return (
    <>
      {Object.entries(policyNames).map(([about, name]) => {
        const own = policies.filter((each) => each.about === about);
        if (own.length === 0) return null;
        return (
          <Pair name={name}>
            {own.slice(0, maxPolicies).map((policy) => (
              <CalledLink called={withName(policy)} />
            ))}
          </Pair>
        );
      })}
      {funding.length === 0 ? null : (
        <Pair name="Funding">
          {funding.slice(0, 10).map((each) => (
            <Funding funding={each} />
          ))}
        </Pair>
      )}
    </>
  );
}

/** With the usual short name of a licence that is given by its address alone. */
function withName({ name, iri = '' }: PolicyDetail): Called {
  const licence = name === undefined ? licenceOf(iri) : '';
  const known = isSpdxLicence(licence) ? licenceName(licence) : name;
  return { iri, ...(known !== undefined && { name: known }) };
}

/** Something by its name, which leads to its address where it has one on the Web. */
export function CalledLink({ called }: { readonly called: Called }) {
  const { name, iri = '' } = called;
  const label = name === undefined ? webLabel(iri) : shortened(name, 500);
  return (
    <WebLink href={iri}>
      <Literal text={label} />
    </WebLink>
  );
}

function Funding({ funding: { name, number, funder } }: { readonly funding: FundingDetail }) {
  const grant = [name === undefined ? undefined : shortened(name, 200), number];
  const said = grant.filter((each) => each !== undefined).join(', ');
  return (
    <span>
      {said === '' ? null : <bdi>{said}</bdi>}
      {said === '' || funder === undefined ? '' : ' by '}
      {funder === undefined ? null : <CalledLink called={funder} />}
    </span>
  );
}

function Profiles({ view: { site, subject } }: OfView) {
  const profiles = new Set(subject.records.flatMap(({ copy }) => copy.facts.profiles));
  if (profiles.size === 0) return null;
  return (
    <Pair name="Profiles claimed">
      {[...profiles].slice(0, 10).map((profile) => (
        <a href={searchHref(site, { conditions: { profile: [canonicalProfile(profile)] } })}>
          <bdi>{profileLabel(profile)}</bdi>
        </a>
      ))}
    </Pair>
  );
}
