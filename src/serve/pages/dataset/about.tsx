import type { Child } from 'hono/jsx';
import type { Text } from '../../../model/search-facts.ts';
import { canonicalProfile } from '../../../model/cdif-profile.ts';
import type { StatedIdentifier } from '../../../facts/record/stated-identifiers.ts';
import type {
  Called,
  FundingDetail,
  PolicyDetail,
} from '../../../views/details/resource-details.ts';
import { licenceOf, isSpdxLicence } from '../../../facts/text/licence.ts';
import { understoodAmong } from '../../../facts/text/reader-texts.ts';
import { persistentUrl } from '../../../rdf/resolvable.ts';
import { dateWords } from '../../../text/date-words.ts';
import { unlessMail } from '../../../text/without-mail.ts';
import { isSaidByTag } from '../../parts/access-tag.tsx';
import { Pair } from '../../parts/pair.tsx';
import { ageWords, longPeriodWords } from '../../parts/place-and-time-words.ts';
import { Literal, WebLink } from '../../parts/published.tsx';
import { licenceName, shortened, profileLabel, webLabel } from '../../parts/short-names.ts';
import { searchHref } from '../search/search-address.ts';
import { agentLabel } from './names.ts';
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

function Times({ view: { subject, languages } }: OfView) {
  const times = saidOf(subject, (details) => {
    const said = details.times;
    return said && [...said.periods, ...said.ages, ...said.names].length > 0 ? said : undefined;
  })?.value;
  if (times === undefined) return null;
  const texts = [
    ...times.periods.map((period) => ({ text: longPeriodWords(period) })),
    ...times.ages.map((age) => ({ text: ageWords(age) })),
    ...understoodAmong(times.names, languages),
  ];
  return <Pair name="Period">{listed(texts, maxTimes)}</Pair>;
}

const maxPlaces = 10;

function PlaceNames({ view: { subject, languages } }: OfView) {
  const names = saidOf(subject, (details) => details.places?.names)?.value ?? [];
  if (names.length === 0) return null;
  return <Pair name="Place">{listed(understoodAmong(names, languages), maxPlaces)}</Pair>;
}

/** Texts, of very many the first. */
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
  const said =
    saidOf(subject, ({ identifiers }) =>
      identifiers.filter(({ value }) => unlessMail(value) !== undefined),
    )?.value ?? [];
  const iri = unlessMail(subject.main.resource.iri);
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
        const texts = new Set(own.map(({ date }) => shortened(dateWords(date), 40)));
        return <Pair name={name}>{listed(withoutLanguage([...texts]), 3)}</Pair>;
      })}
      {versions.length === 0 ? null : (
        <Pair name="Version">{listed(withoutLanguage(versions), 3)}</Pair>
      )}
      {languages.length === 0 ? null : (
        <Pair name="Language">{listed(withoutLanguage(languages), 10)}</Pair>
      )}
    </>
  );
}

function withoutLanguage(texts: readonly string[]): readonly Text[] {
  return texts.map((text) => ({ text }));
}

/** Under which conditions it can be used, and who paid for it. */
function Policies({ view: { subject } }: OfView) {
  const policies = saidOf(subject, (details) => details.policies)?.value ?? [];
  const funding = saidOf(subject, (details) => details.funding.filter(isTold))?.value ?? [];
  const access = saidOf(subject, (_, { search }) => search?.texts.access)?.value;
  const telling = policies.filter(({ name, iri }) => {
    const said = name ?? unlessMail(iri);
    return said !== undefined && !isSaidByTag(access, said);
  });
  return (
    <>
      {Object.entries(policyNames).map(([about, name]) => {
        const own = telling.filter((each) => each.about === about);
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
function withName(policy: PolicyDetail): Called {
  const licence = policy.name === undefined ? licenceOf(policy.iri ?? '') : '';
  return isSpdxLicence(licence) ? { ...policy, name: licenceName(licence) } : policy;
}

/** Something by its name, which leads to its address where it has one on the Web. */
export function CalledLink({ called }: { readonly called: Called }) {
  const { name, language, iri = '' } = called;
  const label = name === undefined ? webLabel(iri) : shortened(name, 500);
  return (
    <WebLink href={iri}>
      <Literal text={label} language={language} />
    </WebLink>
  );
}

/** Not so where nothing but the address of mail of who paid is known. */
function isTold({ name, number, funder }: FundingDetail): boolean {
  return (name ?? number ?? agentLabel(funder ?? {})) !== undefined;
}

function Funding({ funding }: { readonly funding: FundingDetail }) {
  const { name, number, language, funder } = funding;
  const grant = [name === undefined ? undefined : shortened(name, 200), number];
  const said = grant.filter((each) => each !== undefined).join(', ');
  const payer = funder && agentLabel(funder);
  return (
    <span>
      {said === '' ? null : <Literal text={said} language={language} />}
      {said === '' || payer === undefined ? '' : ' by '}
      {payer === undefined ? null : <CalledLink called={{ ...funder, name: payer }} />}
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
