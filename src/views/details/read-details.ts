import {
  type AgentMention,
  agentsUnder,
  type Funding,
  readFunding,
} from '../../facts/record/agents.ts';
import type { FactNode, FactValue, ReadableRecordGraph } from '../../facts/record/record-graph.ts';
import { publishedNames, publishedText, publishedTexts } from '../../facts/record/fact-texts.ts';
import { readDigitalObjects } from '../../facts/record/files.ts';
import {
  isGlobalName,
  readIriAndNames,
  statedIdentifiers,
} from '../../facts/record/names-and-identifiers.ts';
import { describeTerm, readTerms } from '../../facts/record/keywords.ts';
import {
  readMetadata,
  readRelations,
  type ResourceRelation,
} from '../../facts/record/relations.ts';
import { gazetteerTerms } from '../../facts/record/places.ts';
import { agentTerms, termIris, textTerms, variableTerms } from '../../facts/record/properties.ts';
import {
  readConceptIris,
  readConceptValues,
  readUnitTexts,
  readVariableValues,
} from '../../facts/record/variables.ts';
import { isRelativeAddress } from '../../facts/text/missing-values.ts';
import type { DescribedResource } from '../../model/record.ts';
import type { SearchFacts } from '../../model/search-facts.ts';
import { isBlankNode } from '../../rdf/n-quads.ts';
import {
  createTextChoice,
  joinNames,
  preferNamesToIris,
  readDistributions,
  readFormatsAndSizes,
  readResourceAsFile,
  type TextChoice,
} from './read-files.ts';
import {
  type AgentDetail,
  type BoundedPart,
  type NameAndIri,
  type DateDetail,
  type FundingDetail,
  type MetadataDetail,
  noDetails,
  type OmittedDetails,
  type PolicyDetail,
  type RelatedDetail,
  type ResourceDetails,
  type TermDetail,
  type VariableDetail,
} from './resource-details.ts';

/** Order of roles; an empty text stands for all other roles. */
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

const { creator, contributor, editor, maintainer, provider, publisher, copyrightHolder } =
  agentTerms.roles;

/** Properties that only details use, by what is read from them. */
const detailTerms = {
  names: termIris('schema:name schema:headline dcterms:title'),
  descriptions: termIris('schema:description dcterms:description'),
  versions: termIris('schema:version dcat:version'),
  dates: {
    created: termIris('schema:dateCreated dcterms:created'),
    published: textTerms.issued,
    modified: textTerms.modified,
  },
  languages: termIris('schema:inLanguage dcterms:language'),
  languageCodes: termIris('schema:alternateName schema:identifier schema:value'),
  agents: [
    [creator, contributor, editor, agentTerms.namedRoles.map(([property]) => property)],
    [maintainer, termIris('dcat:contactPoint'), provider, publisher, copyrightHolder],
  ].flat(2),
  contacts: termIris('schema:email schema:telephone vcard:hasEmail'),
  contactPoints: termIris('schema:contactPoint'),
  contactsOfPoint: termIris('schema:email schema:telephone schema:url'),
  policies: {
    rights: termIris('dcterms:rights schema:usageInfo'),
    access: termIris('schema:conditionsOfAccess dcterms:accessRights'),
    license: textTerms.license,
    policy: termIris('schema:publishingPrinciples'),
  },
} as const;

/**
 * Reads the details of one resource of a record.
 * @param facts its search facts, if known
 * @param languages of a reader in lower case, in order of preference: names in several languages
 *   are reduced to one of them; without a reader all are kept
 */
export function readDetails(
  record: ReadableRecordGraph,
  { iri, node }: DescribedResource,
  facts?: SearchFacts,
  languages?: readonly string[],
): ResourceDetails {
  const name = iri ?? node;
  const isBlank = iri === undefined && isBlankNode(node ?? '');
  const own = { graph: record.graph, iri, node: isBlank ? node : undefined };
  const known = { places: facts?.places, times: facts?.times };
  if (name === undefined) return { ...own, ...noDetails, ...known };
  const reader = new DetailReader(record, record.node(name), createTextChoice(languages));
  return { ...own, ...reader.all(), ...known };
}

/** Limit for values of each part: more than a screen shows, and fast to read. */
const maxOfPart = 1000;

/** Reads the details of one resource. */
class DetailReader {
  readonly #omitted: OmittedDetails[] = [];
  readonly #resource: FactNode;
  readonly #document: string;
  readonly #chosen: TextChoice;

  constructor({ graph }: ReadableRecordGraph, resource: FactNode, chosen: TextChoice) {
    this.#resource = resource;
    this.#chosen = chosen;
    this.#document = graph.replace(/#.*/su, '');
  }

  all(): Omit<ResourceDetails, 'graph'> {
    const resource = this.#resource;
    const details = {
      types: resource.types,
      names: publishedTexts(resource, detailTerms.names),
      descriptions: publishedTexts(resource, detailTerms.descriptions),
      dates: this.#dates(),
      versions: publishedTexts(resource, detailTerms.versions),
      agents: this.#agents(),
      identifiers: distinctDetails(this.#first('identifiers', statedIdentifiers(resource))),
      terms: this.#terms(),
      variables: this.#some('variables', readVariableValues(resource), (value) =>
        this.#variable(value),
      ),
      languages: distinctDetails(resource.values(detailTerms.languages).flatMap(readLanguage)),
      files: readResourceAsFile(resource),
      distributions: readDistributions(this.#first('distributions', readDigitalObjects(resource)), {
        document: this.#document,
        chosen: this.#chosen,
      }),
      related: this.#some('related', readRelations(resource), (each) => this.#related(each)),
      funding: distinctDetails(readFunding(resource).flatMap((each) => this.#funding(each))),
      policies: this.#policies(),
      metadata: this.#metadata(),
    };
    return this.#omitted.length === 0 ? details : { ...details, omitted: this.#omitted };
  }

  /** The distinct details of values, up to the limit. */
  #some<Value, Detail>(
    part: BoundedPart,
    values: readonly Value[],
    read: (value: Value) => readonly Detail[],
  ): readonly Detail[] {
    return distinctDetails(this.#first(part, values).flatMap(read));
  }

  #first<Value>(part: BoundedPart, values: readonly Value[]): readonly Value[] {
    const more = values.length - maxOfPart;
    if (more > 0) this.#omitted.push({ part, values: more });
    return values.slice(0, maxOfPart);
  }

  #dates(): readonly DateDetail[] {
    return distinctDetails(
      events.flatMap((event) =>
        publishedTexts(this.#resource, detailTerms.dates[event]).map((date) => ({ event, date })),
      ),
    );
  }

  /** The names and the IRI of a value. */
  #named(value: FactValue): NameAndIri | undefined {
    const thing = readIriAndNames(value, {
      document: this.#document,
      isText: (text) => !isRelativeAddress(text),
    });
    return thing && { ...joinNames(this.#chosen(thing.names)), iri: thing.iri };
  }

  #agents(): readonly AgentDetail[] {
    const mentions = agentsUnder(this.#resource, detailTerms.agents);
    const agents = this.#some('agents', mentions, (mention) =>
      this.#agent(readRole(mention), mention.value),
    );
    return agents.toSorted((one, other) => orderOfRole(one) - orderOfRole(other));
  }

  #agent(role: string, value: FactValue): readonly AgentDetail[] {
    const named = this.#named(value);
    const contacts = readContacts(value);
    if (named === undefined && contacts.length === 0) return [];
    const belongsTo = value.kind === 'literal' ? [] : value.values(agentTerms.affiliations);
    const organizations = belongsTo.flatMap((each) => this.#named(each) ?? []);
    const affiliations = organizations.flatMap(({ name, iri }) => name ?? iri ?? []);
    const known = distinctDetails(
      organizations.filter(({ iri, language }) => (iri ?? language) !== undefined),
    );
    return [
      {
        role,
        ...named,
        affiliations: [...new Set(affiliations)],
        contacts,
        organizations: known.length === 0 ? undefined : known,
        ...readAgentKind(value, named?.iri),
      },
    ];
  }

  #terms(): readonly TermDetail[] {
    const places = gazetteerTerms(this.#resource).map((value) => ({
      use: 'place' as const,
      value,
    }));
    const stated = [...readTerms(this.#resource), ...places];
    return this.#some('terms', stated, ({ use, value }) => this.#term(use, value));
  }

  #term(use: TermDetail['use'], value: FactValue): readonly TermDetail[] {
    const named = this.#named(value);
    if (named === undefined) return [];
    const schemes = value.kind === 'literal' ? [] : describeTerm(value).schemes;
    const scheme = schemes.find(({ name }) => name !== undefined)?.name ?? schemes[0]?.iri;
    const codes = publishedTexts(value, textTerms.valuesAndCodes);
    const code = codes.find((each) => each !== named.name);
    return [{ use, ...named, scheme, code }];
  }

  #variable(value: FactValue): readonly VariableDetail[] {
    const named = this.#named(value);
    if (value.kind === 'literal') return named === undefined ? [] : [{ ...named, units: [] }];
    const iri = readConceptIris(value).find(isGlobalName) ?? named?.iri;
    if (named?.name === undefined && iri === undefined) return [];
    const [description] = this.#chosen(publishedNames(value, variableTerms.descriptions));
    const concepts = distinctDetails(
      readConceptValues(value)
        .flatMap((each) => this.#named(each) ?? [])
        .filter((concept) => concept.name !== undefined || concept.iri !== iri),
    );
    return [
      {
        ...named,
        iri,
        units: distinctDetails(readUnitTexts(value)),
        description: description?.text,
        descriptionLanguage: description?.language,
        ...(concepts.length > 0 && { concepts }),
      },
    ];
  }

  #related(related: ResourceRelation): readonly RelatedDetail[] {
    const { property, target, forms } = related;
    const named = this.#named(target);
    if (named === undefined) return [];
    // IANA's register writes `latest-version`.
    const relation = splitIntoWords(related.named ?? property).replaceAll('-', ' ');
    const nature = distinctDetails([...preferNamesToIris(forms), ...readFormatsAndSizes(target)]);
    return [{ relation, ...named, nature: nature.length === 0 ? undefined : nature }];
  }

  #funding({ names, number, funder: payer }: Funding): readonly FundingDetail[] {
    const funder = payer === undefined ? undefined : this.#named(payer);
    const [name] = this.#chosen(names);
    if (name === undefined && number === undefined && funder === undefined) return [];
    return [{ ...(name && joinNames([name])), number, funder }];
  }

  #policies(): readonly PolicyDetail[] {
    return distinctDetails(
      policyMatters.flatMap((about) =>
        this.#resource.values(detailTerms.policies[about]).flatMap((value) => {
          const named = this.#named(value);
          return named === undefined ? [] : [{ about, ...named }];
        }),
      ),
    );
  }

  #metadata(): MetadataDetail {
    const { records, dates, contacts } = readMetadata(this.#resource);
    const own = records.filter(({ kind }) => kind === 'record');
    return {
      iris: own.flatMap(({ node }) => (node.iri === undefined ? [] : [node.iri])),
      identifiers: distinctDetails(own.flatMap(({ node }) => statedIdentifiers(node))),
      dates: [...new Set(dates)],
      contacts: distinctDetails(contacts.flatMap((value) => this.#agent('contact', value))),
    };
  }
}

function orderOfRole({ role }: AgentDetail): number {
  const order = roles.indexOf(role.replace(/, .*$/su, ''));
  return order === -1 ? roles.indexOf('') : order;
}

const events = Object.keys(detailTerms.dates) as readonly DateDetail['event'][]; // its own names
const policyMatters = Object.keys(detailTerms.policies) as readonly PolicyDetail['about'][];

/** Several properties may state the same value. */
function distinctDetails<Detail>(details: readonly Detail[]): readonly Detail[] {
  return [...new Map(details.map((detail) => [JSON.stringify(detail), detail])).values()];
}

function readContacts(value: FactValue): readonly string[] {
  if (value.kind === 'literal') return [];
  const points = value.values(detailTerms.contactPoints);
  const stated = [
    ...publishedTexts(value, detailTerms.contacts),
    ...points.flatMap((point) => publishedTexts(point, detailTerms.contactsOfPoint)),
  ];
  return [...new Set(stated.map((each) => each.replace(/^(?:mailto|tel):/iu, '')))];
}

/** Whether an agent is a person or organisation, and the name parts of a person. */
function readAgentKind(value: FactValue, iri = ''): Pick<AgentDetail, 'family' | 'given' | 'kind'> {
  const types = value.kind === 'literal' ? [] : value.types;
  const kind = agentKinds.find(([type, register]) => {
    return register.test(iri) || types.some((each) => type.test(each));
  })?.[2];
  if (value.kind === 'literal' || kind === 'organization') return { kind };
  const [family] = publishedTexts(value, agentTerms.familyNames);
  const [given] = publishedTexts(value, agentTerms.givenNames);
  return { kind, family, given };
}

/** Types and IRIs of persons and organisations. */
const agentKinds = [
  [/[/#](?:Person|Individual)$/u, /^https?:\/\/orcid\.org\//u, 'person'],
  [/[/#]\w*(?:Organization|University|Agency)$/u, /^https?:\/\/ror\.org\//u, 'organization'],
] as const;

function readRole({ property, roleName }: AgentMention): string {
  const role = splitIntoWords(property)
    .replace(/^author$/u, 'creator')
    .replace(/^rights /u, 'copyright ');
  if (roleName === undefined) return role === 'contact point' ? 'contact' : role;
  const ownRole = roleName.split(', ').map(splitIntoWords).join(', ');
  return role === 'contributor' || role === ownRole ? ownRole : `${role}, ${ownRole}`;
}

function readLanguage(value: FactValue): readonly string[] {
  const own = publishedText(value);
  const [language] = [
    ...publishedTexts(value, textTerms.labels),
    ...(own === undefined ? [] : [own]),
    ...publishedTexts(value, detailTerms.languageCodes),
  ];
  return language === undefined ? [] : [languageName(language)];
}

const languageNames = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

/** ISO 639 and BCP 47: two or three letters, optionally with script and region. */
const languageCode = /^[a-z]{2,3}(?:[-_](?:[a-z]{4}|[a-z]{2}|\d{3})){0,2}$/iu;
/** IRIs of language registers (Library of Congress, Publications Office, Lexvo), by code. */
const registered = /^https?:\/\/(?=\S*(?:lang|iso-?639))\S*\/([a-z]{2,3})$/iu;

/** The English name of a language code or registered IRI (`German`); other texts as written. */
export function languageName(written: string): string {
  const tag = (registered.exec(written)?.[1] ?? written).replaceAll('_', '-');
  if (!languageCode.test(tag)) return written;
  return languageNames.of(tag) ?? written;
}

/**
 * The local name of an IRI or prefixed name, or a text, in lower-case words: `prov:wasRevisionOf`
 * becomes `was revision of`, `IsPartOf` becomes `is part of`.
 */
export function splitIntoWords(name: string): string {
  const last = /^[a-z][a-z\d+.-]*:(?:\S*[/#:])?([^/#:\s]+)[/#]?$/iu.exec(name)?.[1] ?? name;
  return last
    .replaceAll(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replaceAll(/[_\s]+/gu, ' ')
    .trim()
    .toLowerCase();
}
