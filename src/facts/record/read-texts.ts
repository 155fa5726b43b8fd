import type { Text, TextFacts } from '../../model/search-facts.ts';
import { formatOf } from '../text/format.ts';
import { isNil } from '../text/nil.ts';
import { readDate } from '../time/read-date.ts';
import type { FactNode, FactValue } from './fact-node.ts';
import { distinct, distinctTexts, nameOrIri, textsIn, textsOf } from './fact-texts.ts';
import { readAccess } from './read-access.ts';
import { readAgents } from './read-agents.ts';
import { readIdentifiers } from './read-identifiers.ts';
import { readKeywords } from './read-keywords.ts';
import { readLicences } from './read-licences.ts';
import { textTerms } from './text-terms.ts';

const maxTitles = 50;
const maxTitleCharacters = 2000;
const maxDescriptions = 20;
const maxDescriptionCharacters = 20_000;
const maxFormats = 100;
/** Limit for reading licences and formats; some datasets have a file for each day of a century. */
const maxDistributions = 5000;

/** Reads the texts by which a resource can be searched, in all supported vocabularies and forms. */
export function readTexts(resource: FactNode): TextFacts {
  const said = [...new Set(resource.values(textTerms.distributions))];
  const distributions = said
    .filter((value): value is FactNode => value.kind === 'node')
    .slice(0, maxDistributions);
  const access = readAccess(resource, said.length > distributions.length ? [] : distributions);
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
    ...(access === undefined ? {} : { access }),
    ...(issued === undefined ? {} : { issued }),
    ...(modified === undefined ? {} : { modified }),
  };
}

/** The texts of properties; of a node in place of a text its contents. */
function readLongTexts(
  node: FactNode,
  properties: readonly string[],
  maxCharacters: number,
): readonly Text[] {
  return node.values(properties).flatMap((value) => {
    const own = textsOf(value, maxCharacters);
    if (value.kind === 'literal' || own.length > 0) return own;
    const inside = value.values(textTerms.textsOfNode);
    return inside.flatMap((each) => (each.kind === 'literal' ? textsOf(each, maxCharacters) : []));
  });
}

function readFormats(nodes: readonly FactNode[]): readonly string[] {
  const values = nodes.flatMap((node) => node.values(textTerms.formats));
  return distinct([...new Set(values)].flatMap(readFormat), maxFormats);
}

function readFormat(value: FactValue): readonly string[] {
  const own = nameOrIri(value);
  const names = value.kind === 'literal' ? [] : textsIn(value, textTerms.labels);
  const called = [...(own === undefined ? [] : [own]), ...names.map(({ text }) => text)];
  return called.map(formatOf).filter((format) => !isNil(format));
}

/** The dates of properties, the earliest first. */
function readDates(node: FactNode, properties: readonly string[]): readonly string[] {
  return node
    .values(properties)
    .flatMap((value) => {
      const text = nameOrIri(value);
      const date = text === undefined ? undefined : readDate(text);
      return date === undefined ? [] : [date.start];
    })
    .toSorted();
}
