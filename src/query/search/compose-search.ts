import { ownGraphIri } from '../../store/own-terms.ts';
import { cdifGraph, dcterms, prov } from '../../rdf/vocabularies.ts';
import { iriTermOf } from '../sparql-term.ts';
import type { SearchSort } from './search-request.ts';

/** A bundled query that finds entries, with its values bound. */
export interface ComposedCondition {
  readonly text: string;
  /** Whether most entries may meet it, so that it is asked of what other conditions leave. */
  readonly isCommon: boolean;
  /** A query for the same that looks nothing up and compares each entry: the better one where few are left to be compared. */
  readonly comparing?: string;
}

/** How a bundled query that finds entries begins and ends; all of them do, as a test sees to. */
const projection = /^SELECT \?resource \?entry \?graph [^{]*\{/mu;
const grouping = /^\}\nGROUP BY /mu;
const order = /^ORDER BY /mu;
const prefixLine = /^PREFIX .*$/gmu;
/** By how much an entry fits. */
const rank = /^SELECT [^{]*\?rank\b/mu;

const index = `GRAPH ${iriTermOf(ownGraphIri('index'))}`;

/**
 * Lines by which a bundled query says more of the entries it finds, written alike in all of them. A composed one asks that of the
 * entries that meet all conditions, which are far fewer.
 */
const shown: ReadonlySet<string> = new Set([
  '?entry cdif:resource ?resource ; prov:wasDerivedFrom ?graph .',
  'OPTIONAL { ?entry dcterms:title ?ownTitle }',
  'OPTIONAL { ?resource cdif:titleFrom/dcterms:title ?saidTitle }',
  'OPTIONAL { ?resource cdif:titleFrom/prov:wasDerivedFrom ?saidIn }',
  `OPTIONAL { ${index} { ?entry cdif:resource ?resource } }`,
  `OPTIONAL { ${index} { ?entry prov:wasDerivedFrom ?graph } }`,
  `OPTIONAL { ${index} { ?entry dcterms:title ?ownTitle } }`,
  `OPTIONAL { ${index} { ?resource cdif:titleFrom/dcterms:title ?saidTitle } }`,
  `OPTIONAL { ${index} { ?resource cdif:titleFrom/prov:wasDerivedFrom ?saidIn } }`,
  'BIND(COALESCE(?saidTitle, ?ownTitle) AS ?anyTitle)',
  'BIND(COALESCE(?saidIn, ?graph) AS ?titleFrom)',
  'BIND(IF(LANG(?anyTitle) = "" || LANGMATCHES(LANG(?anyTitle), "en"), "0", "1") AS ?preference)',
  'BIND(CONCAT(?preference, STR(?anyTitle)) AS ?ranked)',
]);

/** What sorts compare beside rank and title, as `?value`. */
const sortValues = {
  relevance: '',
  title: '',
  // Ages are millions of years, and count where no year is known.
  time: `OPTIONAL { ${index} { ?entry ${iriTermOf(dcterms.temporal)}/${iriTermOf(cdifGraph.begin)} ?begin } }
OPTIONAL { ${index} { ?entry ${iriTermOf(cdifGraph.age)}/${iriTermOf(cdifGraph.older)} ?older } FILTER(!BOUND(?begin)) }
BIND(COALESCE(?begin, -1000000 * ?older) AS ?value)`,
  // What was never changed is as old as its first issue.
  modified: `OPTIONAL { ${index} { ?entry ${iriTermOf(dcterms.modified)} ?modified } }
OPTIONAL { ${index} { ?entry ${iriTermOf(dcterms.issued)} ?issued } }
BIND(COALESCE(?modified, ?issued) AS ?value)`,
} as const satisfies Record<SearchSort, string>;

/**
 * One query for entries that meet several conditions; without any, for all entries. Its rows have
 * `?resource`, `?entry` and `?graph`, `?rank` where a condition gives one, `?title` as of the
 * record that speaks for the resource, and as `?value` what else `sort` compares; an entry with
 * several titles or values has several rows. They are in no order.
 */
export function composeSearch(conditions: readonly ComposedCondition[], sort: SearchSort): string {
  const texts = conditions.map(({ text }) => text);
  const prefixes = new Set(texts.flatMap((text) => text.match(prefixLine) ?? []));
  const ranked = texts.filter((text) => rank.test(text));
  if (ranked.length > 1) throw new TypeError('Two conditions rank what they find.');
  return [
    ...prefixes,
    `SELECT ?resource ?entry ?graph ?title ?value${ranked.length === 0 ? '' : ' ?rank'} WHERE {`,
    '{',
    ...entriesMeeting(conditions),
    '}',
    // One by one, since the engine then looks up what is left and not what there is.
    `OPTIONAL { ${index} { ?entry ${iriTermOf(cdifGraph.resource)} ?resource } }`,
    `OPTIONAL { ${index} { ?entry ${iriTermOf(prov.wasDerivedFrom)} ?graph } }`,
    `OPTIONAL { ${index} { ?entry ${iriTermOf(dcterms.title)} ?ownTitle } }`,
    `OPTIONAL { ${index} { ?resource ${iriTermOf(cdifGraph.titleFrom)}/${iriTermOf(dcterms.title)} ?saidTitle } }`,
    'BIND(COALESCE(?saidTitle, ?ownTitle) AS ?title)',
    sortValues[sort],
    '}',
  ].join('\n');
}

/** Entries are found by what few of them meet, where there is such a condition, then compared, and then asked for the rest. */
function entriesMeeting(conditions: readonly ComposedCondition[]): readonly string[] {
  const rare = conditions.filter(({ isCommon }) => !isCommon);
  const named = rare.filter(({ comparing }) => comparing === undefined);
  const found = [named, rare, conditions.slice(0, 1)].find(({ length }) => length > 0) ?? [];
  if (found.length === 0) return [`${index} { ?entry ${iriTermOf(cdifGraph.resource)} ?any }`];
  const compared = rare.filter((condition) => !found.includes(condition));
  const asked = conditions.filter(
    (condition) => !found.includes(condition) && !rare.includes(condition),
  );
  const gives = found.some(({ text }) => rank.test(text)) ? '?entry ?rank' : '?entry';
  return [
    compared.reduce(
      (entries, { comparing = '' }) =>
        // Its variables end with it: two conditions may have the same.
        `{ SELECT DISTINCT ${gives} WHERE {\n${entries}${partsOf(comparing).pattern}\n} }`,
      found.map(({ text }) => groupOf(text)).join('\n'),
    ),
    ...asked.map(({ text }) => `FILTER EXISTS {${partsOf(text).pattern}\n}`),
  ];
}

/** A condition as a sub-SELECT that gives entries, and their rank where it has one. */
function groupOf(text: string): string {
  const { pattern, groups } = partsOf(text);
  const gives = rank.test(text) ? '?entry ?rank' : 'DISTINCT ?entry';
  return `{ SELECT ${gives} WHERE {${pattern}\n} ${groups} }`;
}

/** What of a condition decides about entries: what stands between its braces, and how it is grouped. */
function partsOf(text: string): { readonly pattern: string; readonly groups: string } {
  const start = projection.exec(text);
  const end = grouping.exec(text);
  if (start === null || end === null) throw new TypeError(`This query finds no entries:\n${text}`);
  const lines = text.slice(start.index + start[0].length, end.index).split('\n');
  const pattern = lines.filter((line) => !shown.has(line.trim())).join('\n');
  const groups = text.slice(end.index + 1, order.exec(text)?.index).trim();
  // Only for the entry and for what is told of it by these lines.
  return {
    pattern: pattern.trimEnd(),
    groups: groups.replace(' ?resource ?entry ?graph ?titleFrom', ' ?entry'),
  };
}
