import { registeredAgent } from '../../facts/text/agent-iri.ts';
import { groupedBy } from '../../query/grouped-by.ts';
import type { AnswerTerm } from '../../query/tsv-answer.ts';
import { identifierName } from '../../rdf/identifier-name.ts';
import { resolvableUrl } from '../../rdf/resolvable.ts';
import { trimEndOf } from '../../text/trim-end.ts';
import {
  calledBy,
  detailItems,
  isWritten,
  type DetailItem,
  type DetailRow,
} from './detail-items.ts';
import type {
  AgentDetail,
  Called,
  DateDetail,
  FundingDetail,
  IdentifierDetail,
  PolicyDetail,
  RelatedDetail,
  ResourceDetails,
  TermDetail,
  VariableDetail,
} from './resource-details.ts';
import { blankLabelOf } from './labelled-nodes.ts';
import { languageName } from './language-name.ts';
import { distributionOf, fileOf, namesAmong, natureOf } from './read-files.ts';
import { inWords } from './words.ts';
import { usableIri } from '../usable-iri.ts';

/**
 * Makes the details of resources of what the query answers, in the order of graphs and resources; those without IRI in the order
 * of the document where their nodes have labels of ours.
 */
export function readDetails(rows: readonly DetailRow[]): readonly ResourceDetails[] {
  const resources = groupedBy(rows, ({ graph, resource }) => `${keyOf(graph)} ${keyOf(resource)}`);
  return Array.from(resources)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([, own]) => detailsOf(own));
}

function keyOf(term: AnswerTerm | undefined): string {
  // The labels of a graph end with numbers.
  const value = term?.value.replace(/(?<!\d)\d+$/u, (digits) => digits.padStart(9, '0'));
  return term === undefined ? '' : `${term.kind} ${value} ${term.value}`;
}

function detailsOf(rows: readonly DetailRow[]): ResourceDetails {
  const [{ graph, resource } = {}] = rows;
  const parts = groupedBy(detailItems(graph?.value ?? '', rows), ({ part }) => part);
  const each = <Detail>(part: string, read: (item: DetailItem) => Detail | undefined): Detail[] => {
    return distinct((parts.get(part) ?? []).flatMap((item) => read(item) ?? []));
  };
  const inside = groupedBy(parts.get('inside') ?? [], ({ whole }) => whole);
  const node = blankLabelOf(resource);
  const iri = usableIri(resource, graph?.value ?? '');
  return {
    graph: graph?.value ?? '',
    ...(node === undefined ? {} : { node }),
    ...(iri === undefined || node !== undefined ? {} : { iri }),
    types: each('class', (item) => item.values('itself')[0]),
    names: each('name', (item) => item.values('itself')[0]),
    descriptions: each('description', (item) => item.values('itself')[0]),
    dates: inOrderOf(events, each('date', dateOf), ({ event }) => event),
    versions: each('version', (item) => item.values('itself')[0]),
    agents: inOrderOf(roles, each('agent', agentOf), ({ role }) => role.replace(/, .*$/su, '')),
    identifiers: each('identifier', identifierOf),
    terms: each('term', termOf),
    variables: each('variable', variableOf),
    languages: each('language', languageOf),
    files: each('file', fileOf),
    distributions: each('distribution', (item) => distributionOf(item, inside.get(item.node))),
    related: each('relation', relatedOf),
    funding: each('funding', fundingOf),
    policies: each('policy', policyOf),
  };
}

const events: readonly string[] = ['created', 'published', 'modified'];

/** Those of other roles come between contributors and who publishes it. */
const roles: readonly string[] = [
  'creator',
  'contributor',
  'editor',
  '',
  'maintainer',
  'contact',
  'provider',
  'source organization',
  'publisher',
  'copyright holder',
];

function inOrderOf<Detail>(
  order: readonly string[],
  details: readonly Detail[],
  nameOf: (detail: Detail) => string,
): readonly Detail[] {
  const placeOf = (detail: Detail): number => {
    const place = order.indexOf(nameOf(detail));
    return place === -1 ? order.indexOf('') : place;
  };
  return details.toSorted((one, other) => placeOf(one) - placeOf(other));
}

/** Several properties may say the same. */
function distinct<Detail>(details: readonly Detail[]): Detail[] {
  return [...new Map(details.map((detail) => [JSON.stringify(detail), detail])).values()];
}

function dateOf(item: DetailItem): DateDetail | undefined {
  const [date] = item.values('itself');
  const event = /issued|Published$/u.test(item.property)
    ? 'published'
    : /created$/iu.test(item.property)
      ? 'created'
      : 'modified';
  return date === undefined ? undefined : { event, date };
}

function agentOf(item: DetailItem): AgentDetail | undefined {
  const called = calledBy(item, agentIris(item));
  const contacts = item.values('contact').map((each) => each.replace(/^(?:mailto|tel):/iu, ''));
  if (called === undefined && contacts.length === 0) return undefined;
  return {
    role: roleOf(item),
    ...called,
    affiliations: namesAmong(item.values('affiliation')),
    contacts,
  };
}

/** By a register of persons and organisations if there is one anywhere, else as it is called itself. */
function agentIris(item: DetailItem): readonly string[] {
  const all = ['itself', 'identifier', 'url'].flatMap((aspect) => item.values(aspect));
  return [...all.flatMap((each) => registeredAgent(each) ?? []), ...item.values('itself')];
}

function roleOf({ property, named }: DetailItem): string {
  const role = inWords(property)
    .replace(/^author$/u, 'creator')
    .replace(/^rights /u, 'copyright ');
  if (named === undefined) return role === 'contact point' ? 'contact' : role;
  const called = named.split(', ').map(inWords).join(', ');
  return role === 'contributor' || role === called ? called : `${role}, ${called}`;
}

function identifierOf(item: DetailItem): IdentifierDetail | undefined {
  const [scheme] = item.values('scheme').map(schemeName);
  const [said] = ['value', 'itself', 'identifier', 'url', 'name'].flatMap((each) =>
    item.values(each),
  );
  if (said === undefined) return undefined;
  const isNumber = scheme !== undefined && !isWritten(said);
  const whole = isNumber && /^(?:DOI|Handle|ARK)$/u.test(scheme) ? prefixed(said, scheme) : said;
  const page = item.values('url').find(isWritten);
  const url = resolvableUrl(whole) ?? page;
  const known = scheme ?? schemeIn(whole);
  return {
    ...(known === undefined ? {} : { scheme: known }),
    value: said,
    // Where it resolves is no news where that is how it is written.
    ...(url === undefined || /^https?:/iu.test(said) ? {} : { url }),
  };
}

const prefixes: ReadonlyMap<string, string> = new Map([
  ['DOI', 'doi:'],
  ['Handle', 'hdl:'],
  ['ARK', 'ark:'],
]);

function prefixed(number: string, scheme: string): string {
  const prefix = prefixes.get(scheme) ?? '';
  return number.toLowerCase().startsWith(prefix) ? number : prefix + number;
}

/** What a register of identifiers is called for short: `https://registry.identifiers.org/registry/doi` is `DOI`. */
function schemeName(scheme: string): string {
  const last = trimEndOf(scheme, '/#:').split(/[/#:]/u).at(-1) ?? '';
  const short = isWritten(scheme) ? last : scheme;
  return (
    schemeNames.get(short.toLowerCase()) ??
    (/^[a-z]{2,6}$/u.test(short) ? short.toUpperCase() : short)
  );
}

const schemeNames: ReadonlyMap<string, string> = new Map([
  ['doi', 'DOI'],
  ['hdl', 'Handle'],
  ['handle', 'Handle'],
  ['ark', 'ARK'],
]);

function schemeIn(identifier: string): string | undefined {
  const [, scheme = ''] = /^(doi|hdl|ark):/u.exec(identifierName(identifier)) ?? [];
  return schemeNames.get(scheme);
}

function termOf(item: DetailItem): TermDetail | undefined {
  const links = ['itself', 'url', 'identifier'].flatMap((aspect) => item.values(aspect));
  const called = calledBy(item, links);
  if (called === undefined) return undefined;
  const code = item.values('value').find((each) => each !== called.name);
  const [scheme] = item
    .values('scheme')
    .toSorted((one, other) => Number(isWritten(one)) - Number(isWritten(other)));
  return {
    use: useOf(item.property),
    ...called,
    ...(scheme === undefined ? {} : { scheme }),
    ...(code === undefined ? {} : { code }),
  };
}

function useOf(property: string): TermDetail['use'] {
  if (property.endsWith('additionalType')) return 'type';
  if (property.endsWith('about')) return 'about';
  return property.endsWith('measurementTechnique') ? 'technique' : 'keyword';
}

function variableOf(item: DetailItem): VariableDetail | undefined {
  const called = calledBy(item, [...item.values('scheme'), ...item.values('itself')]);
  return called === undefined ? undefined : { ...called, units: item.values('unit') };
}

function languageOf(item: DetailItem): string | undefined {
  const [language] = ['name', 'itself', 'identifier', 'value'].flatMap((aspect) =>
    item.values(aspect),
  );
  return language === undefined ? undefined : languageName(language);
}

function relatedOf(item: DetailItem): RelatedDetail | undefined {
  const links = ['itself', 'url', 'identifier', 'address'].flatMap((aspect) => item.values(aspect));
  const called = calledBy(item, links);
  if (called === undefined) return undefined;
  // `latest-version`, as the register of IANA writes it.
  const relation = inWords(item.named ?? item.property).replaceAll('-', ' ');
  const { formats, sizes } = natureOf(item);
  const nature = [...formats, ...sizes];
  return { relation, ...called, ...(nature.length === 0 ? {} : { nature }) };
}

function fundingOf(item: DetailItem): FundingDetail | undefined {
  if (!item.property.endsWith('funding')) {
    const funder = calledBy(item, agentIris(item));
    return funder === undefined ? undefined : { funder };
  }
  const [number] = item.values('identifier');
  const [name] = [...item.values('name'), ...item.values('itself'), ...item.values('text')];
  const funder = funderOf(item);
  if (number === undefined && name === undefined && funder === undefined) return undefined;
  return {
    ...(name === undefined ? {} : { name }),
    ...(number === undefined ? {} : { number }),
    ...(funder === undefined ? {} : { funder }),
  };
}

function funderOf(item: DetailItem): Called | undefined {
  const [name] = item.values('funder');
  const iris = item.values('funder IRI').filter(isWritten);
  const iri = iris.flatMap((each) => registeredAgent(each) ?? [])[0] ?? iris[0];
  if (name === undefined && iri === undefined) return undefined;
  return { ...(name === undefined ? {} : { name }), ...(iri === undefined ? {} : { iri }) };
}

function policyOf(item: DetailItem): PolicyDetail | undefined {
  const links = ['itself', 'url', 'identifier'].flatMap((aspect) => item.values(aspect));
  const called = calledBy(item, links);
  return called === undefined ? undefined : { about: aboutOf(item.property), ...called };
}

function aboutOf(property: string): PolicyDetail['about'] {
  if (property.endsWith('license')) return 'license';
  if (/conditionsOfAccess$|accessRights$/u.test(property)) return 'access';
  return property.endsWith('publishingPrinciples') ? 'policy' : 'rights';
}
