import { agentLookupIri } from '../../facts/text/agent-iri.ts';
import { normalizeUnit, unitCodeOfIri } from '../../facts/text/unit-name.ts';
import { foldedWords, foldText } from '../../facts/text/word-folding.ts';
import { periodBounds } from '../../facts/time/calendar.ts';
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
import { canonicalJson } from '../../text/json.ts';
import { replaceLoneSurrogates } from '../../text/clean-text.ts';
import {
  contentNode,
  dateTimeTerm,
  nodePrefix,
  resource,
  type SeenNodes,
  type StatementPair,
  statementsAbout,
  type Term,
  textTerm,
} from './derived-terms.ts';

/** A record and its search facts. */
export interface IndexedRecord {
  readonly graph: string;
  readonly describes: readonly DescribedResource[];
  /** One for each of `describes`, in the same order. */
  readonly search: readonly SearchFacts[];
}

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

/** The index entry of a resource: named by its IRI or, without one, by its search facts. */
export function entryOfResource(
  graph: string,
  { iri }: DescribedResource,
  { files: _files, ...searched }: SearchFacts,
): string {
  return contentNode('entry', [graph, iri ?? canonicalJson(searched)]);
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
      ...described.types.map((type): StatementPair => [dcterms.type, resource(type)]),
      ...this.#texts(facts),
      ...this.#places(facts),
      ...this.#times(facts),
      ...texts.agents.flatMap((agent) => this.#agent(agent)),
      ...facts.variables.map((each): StatementPair => [cdifGraph.variable, this.#variable(each)]),
    ]);
  }

  #texts({ texts }: SearchFacts): readonly StatementPair[] {
    const { titles, descriptions, keywords, terms, issued, modified } = texts;
    return [
      ...titles.map((title): StatementPair => [dcterms.title, languageText(title)]),
      [cdifGraph.foldedTitle, foldedTexts(titles)],
      [cdifGraph.description, foldedTexts(descriptions)],
      ...keywords.map((each): StatementPair => [cdifGraph.keyword, this.#text(each)]),
      ...terms.map((each): StatementPair => [cdifGraph.term, this.#term(each)]),
      ...texts.identifiers.map((name): StatementPair => [dcterms.identifier, textTerm(name)]),
      ...texts.licences.map((each): StatementPair => [dcterms.license, this.#iriOrText(each)]),
      ...texts.formats.map((format): StatementPair => [dcterms.format, textTerm(format)]),
      [dcterms.accessRights, textTerm(texts.access)],
      [dcterms.issued, startOf(issued)],
      [dcterms.modified, startOf(modified)],
    ];
  }

  #places({ places }: SearchFacts): readonly StatementPair[] {
    return [
      ...places.boxes.map((box): StatementPair => [cdifGraph.box, this.#box(box)]),
      ...places.geometries.map((each): StatementPair => [geo.hasGeometry, this.#geometry(each)]),
      ...places.names.map((name): StatementPair => [cdifGraph.placeName, this.#text(name)]),
      ...places.identifiers.flatMap((name): StatementPair[] => [
        [dcterms.spatial, this.#iriOrText(name)],
      ]),
    ];
  }

  #times({ times }: SearchFacts): readonly StatementPair[] {
    return [
      ...times.periods.map((period): StatementPair => [dcterms.temporal, this.#period(period)]),
      ...times.ages.map((age): StatementPair => [cdifGraph.age, this.#age(age)]),
      ...times.names.map((name): StatementPair => [cdifGraph.timeName, this.#text(name)]),
    ];
  }

  #agent(agent: AgentFacts): readonly StatementPair[] {
    const role = rolePredicates[agent.role];
    const who = this.#who(agent);
    const { roleName, names, iris, affiliations } = agent;
    if (roleName === undefined) return [[role, who]];
    const node = contentNode('contribution', [roleName, names, iris, affiliations]);
    const contribution = this.#shared(node, () => [
      [cdifGraph.roleName, textTerm(foldText(roleName))],
      [cdifGraph.agent, who],
    ]);
    return [
      [role, who],
      [cdifGraph.contribution, contribution],
    ];
  }

  /** A person or organisation, independent of the role. */
  #who({ names, iris, affiliations }: Omit<AgentFacts, 'role'>): Term {
    return this.#shared(contentNode('agent', [names, iris, affiliations]), () => [
      ...iris.map((iri): StatementPair => [cdifGraph.iri, resource(agentLookupIri(iri))]),
      ...names.map((name): StatementPair => [cdifGraph.agentName, this.#text(name)]),
      ...(affiliations ?? []).map((each): StatementPair => [schema.affiliation, this.#who(each)]),
    ]);
  }

  #variable(variable: VariableFacts): Term {
    const { names, descriptions, concepts, codes, units, techniques } = variable;
    return this.#shared(contentNode('variable', variable), () => [
      ...names.map((name): StatementPair => [cdifGraph.name, this.#text(name)]),
      [cdifGraph.definition, foldedTexts(descriptions)],
      ...concepts
        .flatMap(conceptTerms)
        .map((concept): StatementPair => [cdifGraph.concept, concept]),
      ...codes.map((code): StatementPair => [skos.notation, textTerm(code)]),
      [cdifGraph.foldedCode, foldedTexts(codes.map((code) => ({ text: code })))],
      ...units.flatMap((unit) => this.#unit(unit)),
      ...techniques.map((each): StatementPair => [cdifGraph.technique, this.#iriOrText(each)]),
    ]);
  }

  /** A unit by IRI, with its code where the IRI belongs to a register; else by name. */
  #unit(unit: string): readonly StatementPair[] {
    const iri = repairIri(unit) === unit ? unit : undefined;
    const name = iri === undefined ? unit : unitCodeOfIri(iri);
    const named =
      name &&
      this.#shared(contentNode('unit', name), () => [
        ...called({ text: name }),
        [cdifGraph.symbol, textTerm(normalizeUnit(name))],
      ]);
    return [
      [cdifGraph.unit, iri && iriTerm(iri)],
      [cdifGraph.unit, named],
    ];
  }

  #text(written: Text): Term {
    return this.#shared(contentNode('text', [written.text, written.language]), () =>
      called(written),
    );
  }

  #term({ label, iri, scheme, code }: TermFacts): Term {
    return this.#shared(contentNode('term', [iri, label, scheme, code]), () => [
      ...(label === undefined ? [] : called(label)),
      ...conceptTerms(iri).map((concept): StatementPair => [cdifGraph.concept, concept]),
      ...schemeTerms(scheme).map((each): StatementPair => [skos.inScheme, each]),
      [skos.notation, textTerm(code)],
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

  /** An open end is not written `..`, which RFC 3986 (5.2.4) removes from a path. */
  #period(period: Period): Term {
    const { begin, end, startDateTime, endDateTime } = periodBounds(period);
    const node = `${nodePrefix}period:${period.start ?? 'open'}/${period.end ?? 'open'}`;
    return this.#shared(node, () => [
      [cdifGraph.begin, xsdDouble(begin)],
      [cdifGraph.end, xsdDouble(end)],
      [dcat.startDate, startDateTime === undefined ? undefined : dateTimeTerm(startDateTime)],
      [dcat.endDate, endDateTime === undefined ? undefined : dateTimeTerm(endDateTime)],
    ]);
  }

  #age({ older, younger }: AgeRange): Term {
    return this.#shared(`${nodePrefix}age:${older}/${younger}`, () => [
      [cdifGraph.older, xsdDouble(older)],
      [cdifGraph.younger, xsdDouble(younger)],
    ]);
  }

  #geometry({ wkt, boxes }: DrawnGeometry): Term {
    return this.#shared(contentNode('geometry', [wkt, ...boxes.map(boxNode)]), () => [
      [geo.asWKT, typedLiteral(wkt, iriTerm(geo.wktLiteral))],
      ...boxes.map((box): StatementPair => [cdifGraph.boundingBox, this.#box(box)]),
    ]);
  }

  #shared(node: string, describe: () => readonly StatementPair[]): Term {
    if (this.#seen.add(node)) this.#write(node, describe());
    return iriTerm(node);
  }

  #write(subject: string, pairs: readonly StatementPair[]): void {
    this.text += statementsAbout('index', subject, pairs);
  }
}

function boxNode({ west, south, east, north }: Box): string {
  return `${nodePrefix}box:${west},${south},${east},${north}`;
}

/** A text as published, and its folded words. */
function called(written: Text): readonly StatementPair[] {
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
function languageText({ text, language }: Text): Term {
  const sound = replaceLoneSurrogates(text);
  return language === undefined ? plainLiteral(sound) : taggedLiteral(sound, language);
}

/** An xsd:double literal, infinity included. */
function xsdDouble(value: number): Term {
  const text = Number.isFinite(value) ? String(value) : value > 0 ? 'INF' : '-INF';
  return typedLiteral(text, iriTerm(xsd.double));
}

/** The start of a time as xsd:dateTime. @param time as in `Period` */
function startOf(time: string | undefined): Term | undefined {
  const start = time && periodBounds({ start: time, end: time }).startDateTime;
  return start ? dateTimeTerm(start) : undefined;
}

/** The folded words of several texts in one literal. */
function foldedTexts(texts: readonly Text[]): Term | undefined {
  const all = texts.flatMap(({ text }) => foldedWords(text));
  return all.length === 0 ? undefined : plainLiteral(replaceLoneSurrogates(all.join(' ')));
}

/** A vocabulary, by IRI in the spellings of `conceptTerms`, or by name. */
function schemeTerms(scheme: string | undefined): readonly Term[] {
  if (scheme === undefined) return [];
  return isIri(scheme) ? conceptTerms(scheme) : [plainLiteral(replaceLoneSurrogates(scheme))];
}

/** An IRI as published, which people copy, and as records match, in its canonical spelling. */
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
