import type { StatedIdentifier } from '../facts/record/identifiers.ts';
import { plainText } from '../facts/text/plain-text.ts';
import type { Box, Period, PlaceFacts, TimeFacts } from '../model/search-facts.ts';
import { identifierName } from '../rdf/identifiers.ts';
import { groupDigits } from '../text/amounts.ts';
import { groupBy } from '../text/collections.ts';
import { escapeControls } from '../text/printable.ts';
import type {
  AgentDetail,
  BoundedPart,
  Called,
  DistributionDetail,
  FileDetail,
  FundingDetail,
  MetadataDetail,
  PartDetail,
  RelatedDetail,
  ResourceDetails,
  TermDetail,
} from '../views/details/resource-details.ts';
import { ageText } from './search-texts.ts';

/** The most values of one label; a dataset can have thousands of files. */
const maxOfLabel = 10;
const maxOfRelation = 5;
const maxOfParts = 5;
/** Values of several lines are cut to so many lines, but never within a value. */
const maxLines = 30;
const maxDescription = 400;
const maxName = 160;

/** The lines of one value. */
type Thing = readonly string[];

/** How many values of a part were not read. */
type Unread = ReadonlyMap<BoundedPart, number>;

/** A label, and the lines behind it. */
interface Labelled {
  readonly label: string;
  readonly lines: readonly string[];
}

/**
 * The details of a resource for people: labels, padded to `width`, with their values. A longer
 * label has a line of its own. Of many values, the first are shown and the others are counted.
 */
export function detailLines(details: ResourceDetails, width: number): readonly string[] {
  return labelled(details).flatMap(({ label, lines }) => {
    const isLong = label.length >= width;
    const texts = lines.map((text, at) => {
      return `  ${(at === 0 && !isLong ? label : '').padEnd(width)}${escapeControls(text)}`;
    });
    return isLong ? [`  ${escapeControls(label)}`].concat(texts) : texts;
  });
}

function labelled(details: ResourceDetails): readonly Labelled[] {
  const { descriptions, dates, versions, agents, identifiers, languages } = details;
  const { files, distributions, related, funding, policies, metadata, omitted = [] } = details;
  const unread: Unread = new Map(omitted.map(({ part, values }) => [part, values]));
  const blocks = [
    block(
      'description',
      descriptions.slice(0, 1).map((text) => shortened(plainText(text), maxDescription)),
    ),
    block('identifiers', identifiers.map(identifierText), unread.get('identifiers')),
    ...blocksBy(agents, ({ role }) => role, agentText),
    block('dates', listed(dates.map(({ event, date }) => `${event} ${date}`))),
    block('version', versions),
    ...blocksBy(policies, ({ about }) => about, calledText),
    ...subjectBlocks(details, unread),
    block('language', listed(languages)),
    blockOfThings('file', files.map(fileTexts)),
    blockOfThings(
      'distributions',
      distributions.map(distributionTexts),
      unread.get('distributions'),
    ),
    { label: 'related', lines: relatedTexts(related) },
    block('funding', funding.map(fundingText)),
    block('metadata', metadataTexts(metadata)),
    block('in part', unreadTexts(unread)),
  ];
  return blocks.filter(({ lines }) => lines.length > 0);
}

/** The subjects of a resource: terms, variables, places and times. */
function subjectBlocks(
  { terms, variables, places, times }: ResourceDetails,
  unread: Unread,
): readonly Labelled[] {
  const keywords = terms.filter((term) => isKeyword(term)).map(({ name = '' }) => name);
  const ofGazetteers = terms.filter(({ use }) => use === 'place');
  return [
    block('keywords', listed(keywords)),
    ...blocksBy(
      terms.filter((term) => !isKeyword(term) && term.use !== 'place'),
      useText,
      termText,
    ),
    block(
      'variables',
      variables.map(({ units, ...called }) =>
        joined([calledText(called), units.map((unit) => `in ${unit}`).join(', ')]),
      ),
      unread.get('variables'),
    ),
    block('place', [
      ...listed(places === undefined ? [] : formatPlaces(otherPlaces(places, ofGazetteers)), {
        max: maxOfLabel,
      }),
      ...ofGazetteers.map(termText),
    ]),
    block('time', listed(times === undefined ? [] : formatTimeFacts(times), { max: maxOfLabel })),
  ];
}

/** The places without the names and identifiers that terms of gazetteers have. */
function otherPlaces(places: PlaceFacts, ofGazetteers: readonly TermDetail[]): PlaceFacts {
  const called = new Set(
    ofGazetteers.flatMap(({ name = '', iri = '', code = '' }) => [
      ...name.split(' / '),
      identifierName(iri),
      identifierName(code),
    ]),
  );
  return {
    ...places,
    names: places.names.filter(({ text }) => !called.has(text)),
    identifiers: places.identifiers.filter((identifier) => !called.has(identifier)),
  };
}

function block(label: string, texts: readonly string[], unread = 0): Labelled {
  return blockOfThings(
    label,
    texts.map((text) => [text]),
    unread,
  );
}

function blockOfThings(label: string, things: readonly Thing[], unread = 0): Labelled {
  const called = label === 'distributions' ? label : '';
  return {
    label,
    lines: linesOf(things, { max: maxOfLabel, unread, called }),
  };
}

interface LineOptions {
  readonly max: number;
  /** How many further values were not read. */
  readonly unread?: number;
  readonly called?: string;
}

/** The lines of some values, and the number of the others; a single other one is shown instead. */
function linesOf(
  things: readonly Thing[],
  { max, unread = 0, called = '' }: LineOptions,
): readonly string[] {
  let lines = 0;
  const over = things.findIndex((thing, at) => {
    lines += thing.length;
    return at > 0 && (at >= max || lines > maxLines);
  });
  const isAllButOne = over === things.length - 1 && unread === 0;
  const shown = over === -1 || isAllButOne ? things : things.slice(0, over);
  const more = things.length - shown.length + unread;
  return [
    ...shown.flat(),
    ...(more === 0 ? [] : [`and ${groupDigits(more)} more ${called}`.trim()]),
  ];
}

function blocksBy<Detail>(
  details: readonly Detail[],
  labelOf: (detail: Detail) => string,
  textOf: (detail: Detail) => string,
): readonly Labelled[] {
  return Array.from(groupBy(details, labelOf), ([label, own]) => block(label, own.map(textOf)));
}

function joined(parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== '').join('  ');
}

function calledText({ name, iri }: Called): string {
  return joined([shortened(name ?? '', maxName), iri]);
}

function shortened(long: string, max: number): string {
  const text = long.replaceAll(/\s+/gu, ' ').trim();
  return text.length <= max ? text : `${text.slice(0, max).trimEnd()} …`;
}

function identifierText({ scheme, value, url }: StatedIdentifier): string {
  return joined([scheme, value, url]);
}

function agentText({ affiliations, contacts, ...called }: AgentDetail): string {
  return joined([
    calledText(called),
    affiliations.map((each) => `at ${each}`).join(', '),
    contacts.join(', '),
  ]);
}

function isKeyword({ use, iri, scheme, code }: TermDetail): boolean {
  return use === 'keyword' && iri === undefined && scheme === undefined && code === undefined;
}

function useText({ use }: TermDetail): string {
  return use === 'keyword' ? 'terms' : use;
}

function termText({ code, scheme, ...called }: TermDetail): string {
  return joined([calledText(called), code, scheme === undefined ? undefined : `in ${scheme}`]);
}

/** One line with at most `max` texts. */
function listed(texts: readonly string[], { max = maxOfLabel * 3 } = {}): readonly string[] {
  const more = Math.max(texts.length - max, 0);
  const shown = more > 1 ? [...texts.slice(0, max), `and ${groupDigits(more)} more`] : texts;
  return texts.length === 0 ? [] : [shown.map((text) => shortened(text, maxName)).join(', ')];
}

/** Format and size of a file, then its addresses and checksums. */
function fileTexts({ addresses, formats, sizes, checksums }: FileDetail): Thing {
  return withHead([...formats, ...sizes].join(', '), [...addresses, ...checksums]);
}

function distributionTexts(distribution: DistributionDetail): Thing {
  const { name, addresses, formats, sizes, checksums, conformsTo, licences, parts } = distribution;
  return withHead(joined([name, [...formats, ...sizes].join(', ')]), [
    ...addresses,
    ...checksums,
    ...conformsTo.map((each) => `conforms to ${each}`),
    ...licences.map((each) => `license ${each}`),
    ...partTexts(parts),
  ]);
}

/** Without a head, the value begins with its address. */
function withHead(head: string, more: readonly string[]): Thing {
  return head === '' ? more : [head, ...more.map((each) => `  ${each}`)];
}

/** Parts of which only the names are known stand in one line. */
function partTexts(parts: readonly PartDetail[]): readonly string[] {
  const texts = parts.map(({ name, addresses, formats, sizes }) =>
    joined([name, [...formats, ...sizes].join(', '), addresses[0]]),
  );
  const areNames = parts.every(({ name }, at) => name === texts[at]);
  if (areNames) return listed(texts, { max: maxOfParts }).map((text) => `with ${text}`);
  const [first = '', ...others] = linesOf(
    texts.map((text) => [text]),
    { max: maxOfParts },
  );
  return [`with ${first}`, ...others.map((text) => `     ${text}`)];
}

/** Some values of each relation, so that a thousand parts hide nothing else. */
function relatedTexts(related: readonly RelatedDetail[]): readonly string[] {
  const byRelation = groupBy(related, ({ relation }) => relation);
  return Array.from(byRelation, ([relation, own]) => {
    const texts = own.map(({ nature = [], ...called }) =>
      joined([`${relation} ${calledText(called)}`, nature.join(', ')]),
    );
    const things = texts.map((text) => [text]);
    return linesOf(things, { max: maxOfRelation });
  }).flat();
}

function fundingText({ name, number, funder }: FundingDetail): string {
  const grant = joined([shortened(name ?? '', maxName), number]);
  if (funder === undefined) return grant;
  return joined([grant, grant === '' ? calledText(funder) : `by ${calledText(funder)}`]);
}

/** The dates, contacts and identifiers of the record itself. */
function metadataTexts({ identifiers, dates, contacts }: MetadataDetail): readonly string[] {
  return [
    ...dates.map((date) => `dated ${date}`),
    ...contacts.map((contact) => `contact ${agentText(contact)}`),
    ...identifiers.map((identifier) => `identifier ${identifierText(identifier)}`),
  ];
}

/** The parts whose values stand behind several labels. */
const spreadParts: readonly BoundedPart[] = ['agents', 'related', 'terms'];

function unreadTexts(unread: Unread): readonly string[] {
  const spread = spreadParts.flatMap((part) => {
    const values = unread.get(part);
    return values === undefined ? [] : [`${part}: ${groupDigits(values)} more were not read`];
  });
  const isAny = unread.size > 0;
  return isAny ? [...spread, 'long lists were read in part; --graph prints all'] : [];
}

/** The places of a resource: names, else identifiers; then boxes. */
function formatPlaces({ names, identifiers, boxes }: PlaceFacts): readonly string[] {
  const called = names.length > 0 ? names.map(({ text }) => text) : identifiers;
  return [...called, ...boxes.map(boxWords)];
}

/** `46° N 7° E`, of a box its south-west and its north-east: `46° N 6° E to 47° N 7.5° E`. */
function boxWords({ west, south, east, north }: Box): string {
  const corners = [
    [south, west],
    [north, east],
  ].map(([latitude = 0, longitude = 0]) => {
    return `${degrees(latitude, 'N', 'S')} ${degrees(longitude, 'E', 'W')}`;
  });
  return [...new Set(corners)].join(' to ');
}

/** Four decimals, some ten metres. */
function degrees(value: number, positive: string, negative: string): string {
  const rounded = Math.round(Math.abs(value) * 1e4) / 1e4;
  return `${rounded}° ${value < 0 ? negative : positive}`;
}

/** The times of a resource: names, periods, ages. */
function formatTimeFacts({ periods, ages, names }: TimeFacts): readonly string[] {
  return [...names.map(({ text }) => text), ...periods.map(periodWords), ...ages.map(ageText)];
}

function periodWords({ start, end }: Period): string {
  if (start === undefined) return `until ${end}`;
  if (end === undefined) return `from ${start}`;
  return start === end ? start : `${start} to ${end}`;
}
