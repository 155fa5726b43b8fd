import type {
  RemarkSink,
  PlaceReading,
  SearchFacts,
  Text,
  TextFacts,
} from '../../model/search-facts.ts';
import { normalizeFormat } from '../text/formats-and-checksums.ts';
import { isNil } from '../text/missing-values.ts';
import { readDate } from '../time/read-period.ts';
import { readAgents } from './agents.ts';
import type { FactNode, FactValue } from './record-graph.ts';
import {
  distinctStrings,
  distinctTexts,
  nameOrIri,
  readableTexts,
  textsUnder,
} from './fact-texts.ts';
import { countFiles } from './files.ts';
import { readIdentifiers } from './names-and-identifiers.ts';
import { readKeywords } from './keywords.ts';
import { readPlaceFacts } from './places.ts';
import { textTerms } from './properties.ts';
import { readAccess, readLicences } from './rights.ts';
import { readTimes } from './times.ts';
import { readVariables } from './variables.ts';

interface SearchFactsOptions {
  /**
   * The resource that contains this one, such as the dataset of a station, whose places are also
   * its own.
   */
  readonly whole?: FactNode | undefined;
  readonly reading: PlaceReading;
  /** Receives repairs, doubts and unusable values. */
  readonly findings: RemarkSink;
}

/** Reads the search facts of a resource from its record. */
export function extractSearchFacts(
  resource: FactNode,
  { whole, reading, findings }: SearchFactsOptions,
): SearchFacts {
  // Texts first, because outlines of places use most of the budget (`ReadingBudget`).
  const texts = readTexts(resource);
  const places = readPlaceFacts(resource, reading, findings);
  const saysNone = places.boxes.length + places.names.length + places.identifiers.length === 0;
  return {
    places: saysNone && whole !== undefined ? readPlaceFacts(whole, reading, findings) : places,
    times: readTimes(resource, findings),
    texts,
    variables: readVariables(resource),
    files: countFiles(resource),
  };
}

const maxTitles = 50;
const maxTitleCharacters = 2000;
const maxDescriptions = 20;
const maxDescriptionCharacters = 20_000;
const maxFormats = 100;
/** Limit for reading licences and formats; some datasets have a file for each day of a century. */
const maxDistributions = 5000;

/** Reads the texts by which a resource can be searched, in all supported vocabularies and forms. */
export function readTexts(resource: FactNode): TextFacts {
  const stated = [...new Set(resource.values(textTerms.distributions))];
  const distributions = stated.filter((value) => value.kind === 'node').slice(0, maxDistributions);
  const access = readAccess(resource, stated.length > distributions.length ? [] : distributions);
  const { keywords, terms } = readKeywords(resource);
  const issued = readDates(resource, textTerms.issued)[0];
  const modified = readDates(resource, textTerms.modified).at(-1);
  return {
    titles: distinctTexts(readLongTexts(resource, textTerms.titles, maxTitleCharacters), maxTitles),
    descriptions: distinctTexts(
      readLongTexts(resource, textTerms.descriptions, maxDescriptionCharacters),
      maxDescriptions,
    ),
    keywords,
    terms,
    agents: readAgents(resource),
    identifiers: readIdentifiers(resource),
    licences: readLicences([resource, ...distributions]),
    formats: readFormats([resource, ...distributions]),
    ...(access !== undefined && { access }),
    ...(issued !== undefined && { issued }),
    ...(modified !== undefined && { modified }),
  };
}

/** The texts of properties; of a node in place of a text its contents. */
function readLongTexts(
  node: FactNode,
  properties: readonly string[],
  maxCharacters: number,
): readonly Text[] {
  return node.values(properties).flatMap((value) => {
    const own = readableTexts(value, maxCharacters);
    if (value.kind === 'literal' || own.length > 0) return own;
    const inside = value.values(textTerms.textsOfNode).filter(({ kind }) => kind === 'literal');
    return inside.flatMap((each) => readableTexts(each, maxCharacters));
  });
}

function readFormats(nodes: readonly FactNode[]): readonly string[] {
  const values = nodes.flatMap((node) => node.values(textTerms.formats));
  return distinctStrings([...new Set(values)].flatMap(readFormat), maxFormats);
}

function readFormat(value: FactValue): readonly string[] {
  const names = textsUnder(value, textTerms.labels).map(({ text }) => text);
  const formats = [nameOrIri(value) ?? [], names].flat().map(normalizeFormat);
  return formats.filter((format) => !isNil(format));
}

/** The dates of properties, the earliest first. */
function readDates(node: FactNode, properties: readonly string[]): readonly string[] {
  return node
    .values(properties)
    .flatMap((value) => {
      const text = nameOrIri(value);
      return (text === undefined ? undefined : readDate(text)) ?? [];
    })
    .toSorted();
}
