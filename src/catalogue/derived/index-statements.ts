import { agentLookupIri } from '../../facts/text/agent-iri.ts';
import { normalizeUnit, unitCodeOfIri } from '../../facts/text/unit-name.ts';
import { foldedWords, foldText } from '../../facts/text/word-folding.ts';
import { periodBounds } from '../../facts/time/period.ts';
import type { DescribedResource } from '../../model/record.ts';
import type {
  AgentFacts,
  AgentRole,
  AgeRange,
  Box,
  DrawnGeometry,
  Period,
  SearchFacts,
  TermFacts,
  Text,
  VariableFacts,
} from '../../model/search-facts.ts';
import { identifierName } from '../../rdf/identifiers.ts';
import { iriSpellings, isIri, repairIri } from '../../rdf/iri.ts';
import { iriTerm, plainLiteral, taggedLiteral, typedLiteral } from '../../rdf/n-quads.ts';
import {
  cdifGraph,
  dcat,
  dcterms,
  foaf,
  geo,
  prov,
  rdfs,
  schema,
  skos,
  xsd,
} from '../../rdf/vocabularies.ts';
import { canonicalJson } from '../../text/canonical-json.ts';
import { replaceLoneSurrogates } from '../../text/clean-text.ts';
import {
  dateTimeTerm,
  derivedGraphIri,
  resource,
  statementsAbout,
  type Term,
  textTerm,
} from './derived-terms.ts';
import {
  ageNode,
  agentNode,
  boxNode,
  contributionNode,
  entryNode,
  geometryNode,
  periodNode,
  termNode,
  textNode,
  unitNode,
  variableNode,
} from './index-nodes.ts';

/** The graph with the search facts of all records. */
export const indexGraphIri = derivedGraphIri('index');

/** A record and its search facts. */
export interface IndexedRecord {
  readonly graph: string;
  readonly describes: readonly DescribedResource[];
  /** One for each of `describes`, in the same order. */
  readonly search: readonly SearchFacts[];
}

/** The shared nodes that are already written. */
interface SeenNodes {
  /** @returns whether it was not there before */
  add(node: string): boolean;
}

type Pair = readonly [predicate: string, object: Term | undefined];

/**
 * Writes the index statements of a record, as defined in `docs/vocabulary.md`: an entry for each
 * resource that it describes, and the nodes that entries share. N-Quads in the index graph, without
 * blank nodes.
 * @param seen shared nodes that are already written; those of this record are added
 */
export function recordIndexStatements(
  { graph, describes, search }: IndexedRecord,
  seen: SeenNodes,
): string {
  const writer = new IndexWriter(seen);
  for (const [at, facts] of search.entries()) {
    const described = describes[at];
    if (described !== undefined) writer.entry(graph, described, facts);
  }
  return writer.text;
}

/**
 * The function that gives each resource of a record its entry: by IRI or, without one, by its
 * search facts.
 */
export function entryOfResource(
  graph: string,
  { iri }: DescribedResource,
  { files: _files, ...searched }: SearchFacts,
): string {
  return entryNode(graph, iri ?? canonicalJson(searched));
}

/**
 * The IRI that stands for the resource of an entry: the entry itself where the resource has none.
 */
export function resourceIriOfEntry(
  graph: string,
  described: DescribedResource,
  facts: SearchFacts,
): string {
  return (
    resourceName(described, facts.texts.identifiers) ?? entryOfResource(graph, described, facts)
  );
}

/** Writes entries, and each shared node at its first use. */
class IndexWriter {
  text = '';
  readonly #seen: SeenNodes;

  constructor(seen: SeenNodes) {
    this.#seen = seen;
  }

  entry(graph: string, described: DescribedResource, facts: SearchFacts): void {
    const entry = entryOfResource(graph, described, facts);
    const { texts } = facts;
    this.#write(entry, [
      [prov.wasDerivedFrom, resource(graph)],
      [foaf.primaryTopic, resource(described.iri)],
      [cdifGraph.resource, iriTerm(resourceIriOfEntry(graph, described, facts))],
      ...described.types.map((type): Pair => [dcterms.type, resource(type)]),
      ...this.#texts(facts),
      ...this.#places(facts),
      ...this.#times(facts),
      ...texts.agents.flatMap((agent) => this.#agent(agent)),
      ...facts.variables.map((each): Pair => [cdifGraph.variable, this.#variable(each)]),
    ]);
  }

  #texts({ texts }: SearchFacts): readonly Pair[] {
    const { titles, descriptions, keywords, terms, issued, modified } = texts;
    return [
      ...titles.map((title): Pair => [dcterms.title, languageText(title)]),
      [cdifGraph.foldedTitle, foldedTexts(titles)],
      [cdifGraph.description, foldedTexts(descriptions)],
      ...keywords.map((each): Pair => [cdifGraph.keyword, this.#text(each)]),
      ...terms.map((each): Pair => [cdifGraph.term, this.#term(each)]),
      ...texts.identifiers.map((name): Pair => [dcterms.identifier, textTerm(name)]),
      ...texts.licences.map((each): Pair => [dcterms.license, this.#iriOrText(each)]),
      ...texts.formats.map((format): Pair => [dcterms.format, textTerm(format)]),
      [dcterms.accessRights, textTerm(texts.access)],
      [dcterms.issued, startOf(issued)],
      [dcterms.modified, startOf(modified)],
    ];
  }

  #places({ places }: SearchFacts): readonly Pair[] {
    return [
      ...places.boxes.map((box): Pair => [cdifGraph.box, this.#box(box)]),
      ...places.geometries.map((each): Pair => [geo.hasGeometry, this.#geometry(each)]),
      ...places.names.map((name): Pair => [cdifGraph.placeName, this.#text(name)]),
      ...places.identifiers.flatMap((name): Pair[] => [[dcterms.spatial, this.#iriOrText(name)]]),
    ];
  }

  #times({ times }: SearchFacts): readonly Pair[] {
    return [
      ...times.periods.map((period): Pair => [dcterms.temporal, this.#period(period)]),
      ...times.ages.map((age): Pair => [cdifGraph.age, this.#age(age)]),
      ...times.names.map((name): Pair => [cdifGraph.timeName, this.#text(name)]),
    ];
  }

  #agent(agent: AgentFacts): readonly Pair[] {
    const role = rolePredicates[agent.role];
    const who = this.#who(agent);
    const { roleName } = agent;
    if (roleName === undefined) return [[role, who]];
    const contribution = this.#shared(contributionNode(agent), () => [
      [cdifGraph.roleName, textTerm(foldText(roleName))],
      [cdifGraph.agent, who],
    ]);
    return [
      [role, who],
      [cdifGraph.contribution, contribution],
    ];
  }

  #who(agent: Omit<AgentFacts, 'role'>): Term {
    const { names, iris, affiliations = [] } = agent;
    return this.#shared(agentNode(agent), () => [
      ...iris.map((iri): Pair => [cdifGraph.iri, resource(agentLookupIri(iri))]),
      ...names.map((name): Pair => [cdifGraph.agentName, this.#text(name)]),
      ...affiliations.map((each): Pair => [schema.affiliation, this.#who(each)]),
    ]);
  }

  #variable(variable: VariableFacts): Term {
    const { names, descriptions, concepts, codes, units, techniques } = variable;
    return this.#shared(variableNode(variable), () => [
      ...names.map((name): Pair => [cdifGraph.name, this.#text(name)]),
      [cdifGraph.definition, foldedTexts(descriptions)],
      ...concepts.flatMap(conceptTerms).map((concept): Pair => [cdifGraph.concept, concept]),
      ...codes.map((code): Pair => [skos.notation, textTerm(code)]),
      [cdifGraph.foldedCode, foldedTexts(codes.map((code) => ({ text: code })))],
      ...units.flatMap((unit) => this.#unit(unit)),
      ...techniques.map((each): Pair => [cdifGraph.technique, this.#iriOrText(each)]),
    ]);
  }

  /** A unit by IRI, with its code where the IRI belongs to a register; else by name. */
  #unit(unit: string): readonly Pair[] {
    const iri = repairIri(unit) === unit ? unit : undefined;
    const name = iri === undefined ? unit : unitCodeOfIri(iri);
    const named =
      name &&
      this.#shared(unitNode(name), () => [
        ...called({ text: name }),
        [cdifGraph.symbol, textTerm(normalizeUnit(name))],
      ]);
    return [
      [cdifGraph.unit, iri && iriTerm(iri)],
      [cdifGraph.unit, named],
    ];
  }

  #text(written: Text): Term {
    return this.#shared(textNode(written), () => called(written));
  }

  #term(term: TermFacts): Term {
    const { label, iri, scheme, code } = term;
    return this.#shared(termNode(term), () => [
      ...(label === undefined ? [] : called(label)),
      ...conceptTerms(iri).map((concept): Pair => [cdifGraph.concept, concept]),
      ...schemeTerms(scheme).map((each): Pair => [skos.inScheme, each]),
      [skos.notation, code === undefined ? undefined : textTerm(code)],
    ]);
  }

  /** An IRI stands for itself; a text gets a node. */
  #iriOrText(name: string): Term {
    return repairIri(name) === name ? iriTerm(name) : this.#text({ text: name });
  }

  #box(box: Box): Term {
    return this.#shared(boxNode(box), () => [
      [cdifGraph.west, xsdDouble(box.west)],
      [cdifGraph.south, xsdDouble(box.south)],
      [cdifGraph.east, xsdDouble(box.east)],
      [cdifGraph.north, xsdDouble(box.north)],
    ]);
  }

  #period(period: Period): Term {
    const { begin, end, startDateTime, endDateTime } = periodBounds(period);
    return this.#shared(periodNode(period), () => [
      [cdifGraph.begin, xsdDouble(begin)],
      [cdifGraph.end, xsdDouble(end)],
      [dcat.startDate, startDateTime === undefined ? undefined : dateTimeTerm(startDateTime)],
      [dcat.endDate, endDateTime === undefined ? undefined : dateTimeTerm(endDateTime)],
    ]);
  }

  #age(age: AgeRange): Term {
    return this.#shared(ageNode(age), () => [
      [cdifGraph.older, xsdDouble(age.older)],
      [cdifGraph.younger, xsdDouble(age.younger)],
    ]);
  }

  #geometry(geometry: DrawnGeometry): Term {
    return this.#shared(geometryNode(geometry), () => [
      [geo.asWKT, typedLiteral(geometry.wkt, iriTerm(geo.wktLiteral))],
      ...geometry.boxes.map((box): Pair => [cdifGraph.boundingBox, this.#box(box)]),
    ]);
  }

  #shared(node: string, describe: () => readonly Pair[]): Term {
    if (this.#seen.add(node)) this.#write(node, describe());
    return iriTerm(node);
  }

  #write(subject: string, pairs: readonly Pair[]): void {
    this.text += statementsAbout('index', subject, pairs);
  }
}

/** A text as published, and its folded words. */
function called(written: Text): readonly Pair[] {
  return [
    [rdfs.label, languageText(written)],
    [cdifGraph.folded, textTerm(foldText(written.text))],
  ];
}

/** The property that links an entry to an agent, by role. */
const rolePredicates = {
  contributor: dcterms.contributor,
  copyrightHolder: schema.copyrightHolder,
  creator: dcterms.creator,
  editor: schema.editor,
  funder: schema.funder,
  maintainer: schema.maintainer,
  provider: schema.provider,
  publisher: dcterms.publisher,
} as const satisfies Record<AgentRole, string>;

/** A literal with its language tag. */
function languageText({ text: indexedText, language }: Text): Term {
  const sound = replaceLoneSurrogates(indexedText);
  return language === undefined ? plainLiteral(sound) : taggedLiteral(sound, language);
}

/** An xsd:double literal, infinity included. */
function xsdDouble(value: number): Term {
  const indexedText = Number.isFinite(value) ? String(value) : value > 0 ? 'INF' : '-INF';
  return typedLiteral(indexedText, iriTerm(xsd.double));
}

/** The start of a time as xsd:dateTime. @param time as in `Period` */
function startOf(time: string | undefined): Term | undefined {
  const start =
    time === undefined ? undefined : periodBounds({ start: time, end: time }).startDateTime;
  return start === undefined ? undefined : dateTimeTerm(start);
}

/** The folded words of several texts in one literal. */
function foldedTexts(texts: readonly Text[]): Term | undefined {
  const all = texts.flatMap(({ text: indexedText }) => foldedWords(indexedText));
  return all.length === 0 ? undefined : plainLiteral(replaceLoneSurrogates(all.join(' ')));
}

/** A vocabulary, by IRI in the spellings of `conceptTerms`, or by name. */
function schemeTerms(scheme: string | undefined): readonly Term[] {
  const named = textTerm(scheme);
  if (scheme !== undefined && isIri(scheme)) return conceptTerms(scheme);
  return named === undefined ? [] : [named];
}

/**
 * An IRI as published, which people copy, and in its canonical spelling, by which records match.
 */
function conceptTerms(iri: string | undefined): readonly Term[] {
  return iri === undefined ? [] : iriSpellings(iri).map(iriTerm);
}

/** The least persistent identifier identifies a resource without IRI across records. */
const persistent = /^(?:ark|doi|hdl):/u;

/**
 * The IRI by which a resource is one search result, in every spelling and record: its own, else
 * that of a persistent identifier; undefined if it has neither.
 * @param identifiers sorted, spelled as `identifierName` does
 */
export function resourceName(
  { iri }: Pick<DescribedResource, 'iri'>,
  identifiers: readonly string[],
): string | undefined {
  const name =
    iri === undefined ? identifiers.find((each) => persistent.test(each)) : identifierName(iri);
  return name === undefined ? undefined : repairIri(name);
}
