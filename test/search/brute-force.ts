import { newEntry, type Entry } from './entry.ts';
import { resourceName } from './question.ts';
import { readChange, readFormats, readLicences } from './scan/administration.ts';
import { readAccess } from './scan/access.ts';
import { readAgents } from './scan/agents.ts';
import { openDocument, typeIri, type ScannedDocument } from './scan/document.ts';
import { identifiersIn } from './scan/identifiers.ts';
import { writtenTypes, type RawNode } from './scan/json.ts';
import { readPlaces } from './scan/places.ts';
import { nameOf, resourcesOf, type Described } from './scan/resources.ts';
import { readTimes } from './scan/temporal.ts';
import { plainTexts, readKeywords } from './scan/texts.ts';
import { readVariables } from './scan/variables.ts';

/**
 * Reads documents independently of the harvester: by the local names of JSON keys, without contexts,
 * with its own regular expressions and tables. `answerFrom` then checks every resource for every
 * question. It is slow and plain, so that its correctness is obvious.
 * @param documents JSON text by the URL of the document
 */
export function scanAll(
  documents: Iterable<{ readonly url: string; readonly json: string }>,
): Entry[] {
  const entries: Entry[] = [];
  for (const { url, json } of documents) entries.push(...scanDocument(url, json));
  return entries;
}

/** @throws SyntaxError where the text is not JSON */
export function scanDocument(url: string, json: string): Entry[] {
  const document = openDocument(url, json);
  const resources = resourcesOf(document);
  document.pooled = resources.length === 1;
  return resources.map((resource) => entryOf(document, resource));
}

function entryOf(document: ScannedDocument, { node, station }: Described): Entry {
  const { url } = document;
  const entry = newEntry(resourceName(nameOf(document, node) ?? url), url);
  entry.types.push(...writtenTypes(node).map((type) => typeIri(document, type)));
  entry.titles.push(...plainTexts(document, node, 'name', 'title', 'headline'));
  const variables = readVariables(document, node);
  entry.variables.push(...variables);
  entry.descriptions.push(
    ...plainTexts(document, node, 'description'),
    ...variables.flatMap(({ descriptions }) => descriptions),
  );
  const { keywords, terms, controlled } = readKeywords(document, node);
  entry.keywords.push(...keywords);
  entry.terms.push(...terms);
  entry.controlled.push(...controlled);
  const own = readPlaces(document, node);
  const inherited = station === undefined ? own : readPlaces(document, station);
  entry.boxes.push(...(own.boxes.length > 0 ? own.boxes : inherited.boxes));
  entry.placeNames.push(...own.names);
  entry.placeIds.push(...own.ids);
  const times = readTimes(document, node);
  entry.periods.push(...times.periods);
  entry.ages.push(...times.ages);
  entry.timeNames.push(...times.names);
  entry.agents.push(...readAgents(document, node));
  addAdministration(document, node, entry);
  return entry;
}

function addAdministration(document: ScannedDocument, node: RawNode, entry: Entry): void {
  entry.identifiers.push(...identifiersIn(document, node, 'identifier', 'sameAs'));
  const addresses = identifiersIn(document, node, 'url');
  entry.identifiers.push(...addresses.filter((key) => /^(?:doi|hdl|ark):/u.test(key)));
  entry.licences.push(...readLicences(document, node));
  entry.formats.push(...readFormats(document, node));
  const access = readAccess(document, node);
  if (access !== undefined) entry.access = access;
  const changed = readChange(document, node);
  if (changed !== undefined) entry.changed = changed;
}
