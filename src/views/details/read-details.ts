import { readDigitalObjects } from '../../facts/record/digital-objects.ts';
import type { FactNode, FactValue } from '../../facts/record/fact-node.ts';
import { publishedNames, publishedText, publishedTexts } from '../../facts/record/fact-texts.ts';
import { gazetteerTerms } from '../../facts/record/place-names.ts';
import { agentsUnder, type AgentMention } from '../../facts/record/read-agents.ts';
import { readFunding, type Funding } from '../../facts/record/read-funding.ts';
import { readMetadata } from '../../facts/record/read-metadata.ts';
import { readRelations, type Relation } from '../../facts/record/read-relations.ts';
import { describeTerm, readTerms } from '../../facts/record/read-terms.ts';
import { readThing } from '../../facts/record/read-thing.ts';
import {
  conceptsIn,
  conceptsStated,
  unitsIn,
  variablesOf,
} from '../../facts/record/read-variables.ts';
import type { RecordGraph } from '../../facts/record/record-graph.ts';
import { isGlobalName, statedIdentifiers } from '../../facts/record/stated-identifiers.ts';
import { agentTerms, textTerms, variableTerms } from '../../facts/record/text-terms.ts';
import { isRelativeAddress } from '../../facts/text/written-name.ts';
import { isBlank } from '../../rdf/statement.ts';
import type { DescribedResource } from '../../model/record.ts';
import type { SearchFacts, Text } from '../../model/search-facts.ts';
import { detailTerms } from './detail-terms.ts';
import { languageName } from './language-name.ts';
import { namedBy, textChoice, type TextChoice } from './naming.ts';
import { distributionsOf, filesOf, namesAmong, natureOf } from './read-files.ts';
import {
  noDetails,
  type AgentDetail,
  type BoundedPart,
  type Called,
  type DateDetail,
  type FundingDetail,
  type MetadataDetail,
  type OmittedDetails,
  type PolicyDetail,
  type RelatedDetail,
  type ResourceDetails,
  type TermDetail,
  type VariableDetail,
} from './resource-details.ts';
import { inWords } from './words.ts';

/**
 * Reads the details of one resource of a record.
 * @param facts its search facts, if known
 * @param languages of a reader in lower case, in order of preference: names in several languages
 *   are reduced to one of them; without a reader all are kept
 */
export function readDetails(
  record: RecordGraph,
  { iri, node }: DescribedResource,
  facts?: SearchFacts,
  languages?: readonly string[],
): ResourceDetails {
  const name = iri ?? node;
  const own = {
    graph: record.graph,
    ...(iri === undefined ? {} : { iri }),
    ...(iri === undefined && isBlank(node ?? '') ? { node } : {}),
  };
  const known = facts === undefined ? {} : { places: facts.places, times: facts.times };
  if (name === undefined) return { ...own, ...noDetails, ...known };
  const reader = new DetailReader(record, record.node(name), textChoice(languages));
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

  constructor({ graph }: RecordGraph, resource: FactNode, chosen: TextChoice) {
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
      variables: this.#some('variables', variablesOf(resource), (value) => this.#variable(value)),
      languages: distinctDetails(resource.values(detailTerms.languages).flatMap(readLanguage)),
      files: filesOf(resource),
      distributions: distributionsOf(this.#first('distributions', readDigitalObjects(resource)), {
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
  #called(value: FactValue): Called | undefined {
    const thing = readThing(value, { document: this.#document, isText: isPlainText });
    if (thing === undefined) return undefined;
    return {
      ...namedBy(this.#chosen(thing.names)),
      ...(thing.iri === undefined ? {} : { iri: thing.iri }),
    };
  }

  #agents(): readonly AgentDetail[] {
    const mentions = agentsUnder(this.#resource, detailTerms.agents);
    const agents = this.#some('agents', mentions, (mention) =>
      this.#agent(readRole(mention), mention.value),
    );
    return sortByRole(roles, agents, ({ role }) => role.replace(/, .*$/su, ''));
  }

  #agent(role: string, value: FactValue): readonly AgentDetail[] {
    const called = this.#called(value);
    const contacts = readContacts(value);
    if (called === undefined && contacts.length === 0) return [];
    const belongsTo = value.kind === 'literal' ? [] : value.values(agentTerms.affiliations);
    const organizations = belongsTo.flatMap((each) => this.#called(each) ?? []);
    const affiliations = organizations.flatMap(({ name, iri }) => name ?? iri ?? []);
    const known = distinctDetails(
      organizations.filter(({ iri, language }) => (iri ?? language) !== undefined),
    );
    return [
      {
        role,
        ...called,
        affiliations: [...new Set(affiliations)],
        contacts,
        ...(known.length === 0 ? {} : { organizations: known }),
        ...readAgentKind(value, called?.iri),
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
    const called = this.#called(value);
    if (called === undefined) return [];
    const schemes = value.kind === 'literal' ? [] : describeTerm(value).schemes;
    const [named] = schemes.flatMap(({ name }) => name ?? []);
    const scheme = named ?? schemes[0]?.iri;
    const codes = publishedTexts(value, textTerms.valuesAndCodes);
    const code = codes.find((each) => each !== called.name);
    return [
      {
        use,
        ...called,
        ...(scheme === undefined ? {} : { scheme }),
        ...(code === undefined ? {} : { code }),
      },
    ];
  }

  #variable(value: FactValue): readonly VariableDetail[] {
    const called = this.#called(value);
    if (value.kind === 'literal') return called === undefined ? [] : [{ ...called, units: [] }];
    const iri = conceptsIn(value).find(isGlobalName) ?? called?.iri;
    if (called?.name === undefined && iri === undefined) return [];
    const [description] = this.#chosen(publishedNames(value, variableTerms.descriptions));
    const concepts = distinctDetails(
      conceptsStated(value)
        .flatMap((each) => this.#called(each) ?? [])
        .filter((concept) => concept.name !== undefined || concept.iri !== iri),
    );
    return [
      {
        ...called,
        ...(iri === undefined ? {} : { iri }),
        units: distinctDetails(unitsIn(value)),
        ...descriptionOfVariable(description),
        ...(concepts.length === 0 ? {} : { concepts }),
      },
    ];
  }

  #related({ property, named, target, forms }: Relation): readonly RelatedDetail[] {
    const called = this.#called(target);
    if (called === undefined) return [];
    // IANA's register writes `latest-version`.
    const relation = inWords(named ?? property).replaceAll('-', ' ');
    const nature = distinctDetails([...namesAmong(forms), ...natureOf(target)]);
    return [{ relation, ...called, ...(nature.length === 0 ? {} : { nature }) }];
  }

  #funding({ names, number, funder: payer }: Funding): readonly FundingDetail[] {
    const funder = payer === undefined ? undefined : this.#called(payer);
    const [name] = this.#chosen(names);
    if (name === undefined && number === undefined && funder === undefined) return [];
    return [
      {
        ...(name && namedBy([name])),
        ...(number === undefined ? {} : { number }),
        ...(funder === undefined ? {} : { funder }),
      },
    ];
  }

  #policies(): readonly PolicyDetail[] {
    return distinctDetails(
      policyMatters.flatMap((about) =>
        this.#resource.values(detailTerms.policies[about]).flatMap((value) => {
          const called = this.#called(value);
          return called === undefined ? [] : [{ about, ...called }];
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

function descriptionOfVariable(
  said: Text | undefined,
): Pick<VariableDetail, 'description' | 'descriptionLanguage'> {
  if (said === undefined) return {};
  const { text, language } = said;
  return {
    description: text,
    ...(language === undefined ? {} : { descriptionLanguage: language }),
  };
}

function isPlainText(written: string): boolean {
  return !isRelativeAddress(written);
}

const events = Object.keys(detailTerms.dates) as readonly DateDetail['event'][]; // its own names
const policyMatters = Object.keys(detailTerms.policies) as readonly PolicyDetail['about'][]; // its own names

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

function sortByRole<Detail>(
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

/** Several properties may state the same value. */
function distinctDetails<Detail>(details: readonly Detail[]): readonly Detail[] {
  return [...new Map(details.map((detail) => [JSON.stringify(detail), detail])).values()];
}

function readContacts(value: FactValue): readonly string[] {
  if (value.kind === 'literal') return [];
  const points = value.values(detailTerms.contactPoints);
  const said = [
    ...publishedTexts(value, detailTerms.contacts),
    ...points.flatMap((point) => publishedTexts(point, detailTerms.contactsOfPoint)),
  ];
  return [...new Set(said.map((each) => each.replace(/^(?:mailto|tel):/iu, '')))];
}

/** Whether an agent is a person or organisation, and the name parts of a person. */
function readAgentKind(value: FactValue, iri = ''): Pick<AgentDetail, 'family' | 'given' | 'kind'> {
  const types = value.kind === 'literal' ? [] : value.types;
  const kind = agentKinds.find(([type, register]) => {
    return register.test(iri) || types.some((each) => type.test(each));
  })?.[2];
  if (value.kind === 'literal' || kind === 'organization')
    return kind === undefined ? {} : { kind };
  const [family] = publishedTexts(value, agentTerms.familyNames);
  const [given] = publishedTexts(value, agentTerms.givenNames);
  return {
    ...(kind === undefined ? {} : { kind }),
    ...(family === undefined ? {} : { family }),
    ...(given === undefined ? {} : { given }),
  };
}

/** Types and IRIs of persons and organisations. */
const agentKinds = [
  [/[/#](?:Person|Individual)$/u, /^https?:\/\/orcid\.org\//u, 'person'],
  [/[/#]\w*(?:Organization|University|Agency)$/u, /^https?:\/\/ror\.org\//u, 'organization'],
] as const;

function readRole({ property, roleName }: AgentMention): string {
  const role = inWords(property)
    .replace(/^author$/u, 'creator')
    .replace(/^rights /u, 'copyright ');
  if (roleName === undefined) return role === 'contact point' ? 'contact' : role;
  const called = roleName.split(', ').map(inWords).join(', ');
  return role === 'contributor' || role === called ? called : `${role}, ${called}`;
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
