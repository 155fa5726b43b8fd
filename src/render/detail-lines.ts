import type { StatedIdentifier } from '../facts/record/names-and-identifiers.ts';
import { plainText } from '../facts/text/plain-text.ts';
import type { Box, Period, PlaceFacts, TimeFacts } from '../model/search-facts.ts';
import { identifierName } from '../rdf/identifiers.ts';
import { groupDigits } from '../text/amounts.ts';
import { groupBy } from '../text/collections.ts';
import { escapeControls } from '../text/printable.ts';
import type {
  AgentDetail,
  BoundedPart,
  NameAndIri,
  DistributionDetail,
  FileDetail,
  FundingDetail,
  MetadataDetail,
  PartDetail,
  RelatedDetail,
  ResourceDetails,
  TermDetail,
} from '../views/details/resource-details.ts';
import { textParts } from './layout.ts';
import { ageText } from './search-texts.ts';

/** The most values of one label; a dataset can have thousands of files. */
const maxOfLabel = 10;
const maxOfRelation = 5;
const maxOfParts = 5;
/** Values of several lines are cut to so many lines, but never within a value. */
const maxLines = 30;
const maxDescription = 400;
const maxName = 160;

/** How many values of a part were not read. */
type Unread = ReadonlyMap<BoundedPart, number>;

/** A label, and the lines beside it. */
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
  const [description] = descriptions;
  const blocks = [
    block(
      'description',
      description === undefined ? [] : [shortened(plainText(description), maxDescription)],
    ),
    block('identifiers', identifiers.map(identifierText), unread.get('identifiers')),
    ...blocksBy(agents, ({ role }) => role, agentText),
    block('dates', listed(dates.map(({ event, date }) => `${event} ${date}`))),
    block('version', versions),
    ...blocksBy(policies, ({ about }) => about, namedText),
    ...subjectBlocks(details, unread),
    block('language', listed(languages)),
    block('file', files.map(fileTexts)),
    block(
      'distributions',
      distributions.map(distributionTexts),
      unread.get('distributions'),
      'distributions',
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
  const keywords = terms.filter(isKeyword).map(({ name = '' }) => name);
  const others = terms.filter((term) => !isKeyword(term) && term.use !== 'place');
  const ofGazetteers = terms.filter(({ use }) => use === 'place');
  const placeTexts = places === undefined ? [] : formatPlaces(otherPlaces(places, ofGazetteers));
  const variableTexts = variables.map(({ units, ...named }) =>
    joined([namedText(named), units.map((unit) => `in ${unit}`).join(', ')]),
  );
  return [
    block('keywords', listed(keywords)),
    ...blocksBy(others, ({ use }) => (use === 'keyword' ? 'terms' : use), termText),
    block('variables', variableTexts, unread.get('variables')),
    block('place', [...listed(placeTexts, maxOfLabel), ...ofGazetteers.map(termText)]),
    block('time', listed(times === undefined ? [] : formatTimeFacts(times), maxOfLabel)),
  ];
}

/** The places without the names and identifiers that terms of gazetteers have. */
function otherPlaces(places: PlaceFacts, ofGazetteers: readonly TermDetail[]): PlaceFacts {
  const known = new Set(
    ofGazetteers.flatMap(({ name = '', iri = '', code = '' }) => [
      ...name.split(' / '),
      identifierName(iri),
      identifierName(code),
    ]),
  );
  return {
    ...places,
    names: places.names.filter(({ text }) => !known.has(text)),
    identifiers: places.identifiers.filter((identifier) => !known.has(identifier)),
  };
}

/**
 * The values of a label, each a line or several.
 * @param unread how many further values were not read
 * @param noun what the note about further values calls them
 */
function block(
  label: string,
  values: readonly (string | readonly string[])[],
  unread = 0,
  noun = '',
): Labelled {
  return { label, lines: linesOf(values, maxOfLabel, unread, noun) };
}

/** The lines of some values, and the number of the others; a single other one is shown instead. */
function linesOf(
  values: readonly (string | readonly string[])[],
  max: number,
  unread = 0,
  noun = '',
): readonly string[] {
  let lines = 0;
  const over = values.findIndex((value, at) => {
    lines += typeof value === 'string' ? 1 : value.length;
    return at > 0 && (at >= max || lines > maxLines);
  });
  const isAllButOne = over === values.length - 1 && unread === 0;
  const shown = over === -1 || isAllButOne ? values : values.slice(0, over);
  const more = values.length - shown.length + unread;
  return textParts(...shown, more > 0 && `and ${groupDigits(more)} more ${noun}`.trim());
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

function namedText({ name, iri }: NameAndIri): string {
  return joined([shortened(name ?? '', maxName), iri]);
}

function shortened(long: string, max: number): string {
  const text = long.replaceAll(/\s+/gu, ' ').trim();
  return text.length <= max ? text : `${text.slice(0, max).trimEnd()} …`;
}

function identifierText({ scheme, value, url }: StatedIdentifier): string {
  return joined([scheme, value, url]);
}

function agentText({ affiliations, contacts, ...named }: AgentDetail): string {
  return joined([
    namedText(named),
    affiliations.map((each) => `at ${each}`).join(', '),
    contacts.join(', '),
  ]);
}

function isKeyword({ use, iri, scheme, code }: TermDetail): boolean {
  return use === 'keyword' && iri === undefined && scheme === undefined && code === undefined;
}

function termText({ code, scheme, ...named }: TermDetail): string {
  return joined([namedText(named), code, scheme === undefined ? undefined : `in ${scheme}`]);
}

/** One line with at most `max` texts. */
function listed(texts: readonly string[], max = maxOfLabel * 3): readonly string[] {
  const more = Math.max(texts.length - max, 0);
  const shown = more > 1 ? [...texts.slice(0, max), `and ${groupDigits(more)} more`] : texts;
  return texts.length === 0 ? [] : [shown.map((text) => shortened(text, maxName)).join(', ')];
}

/** Format and size of a file, then its addresses and checksums. */
function fileTexts({ addresses, formats, sizes, checksums }: FileDetail): readonly string[] {
  return withHead([...formats, ...sizes].join(', '), [...addresses, ...checksums]);
}

function distributionTexts(distribution: DistributionDetail): readonly string[] {
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
function withHead(head: string, more: readonly string[]): readonly string[] {
  return head === '' ? more : [head, ...more.map((each) => `  ${each}`)];
}

/** If only the names of the parts are known, they stand in one line. */
function partTexts(parts: readonly PartDetail[]): readonly string[] {
  const texts = parts.map(({ name, addresses, formats, sizes }) =>
    joined([name, [...formats, ...sizes].join(', '), addresses[0]]),
  );
  const areNames = parts.every(({ name }, at) => name === texts[at]);
  if (areNames) return listed(texts, maxOfParts).map((text) => `with ${text}`);
  const [first = '', ...others] = linesOf(texts, maxOfParts);
  return [`with ${first}`, ...others.map((text) => `     ${text}`)];
}

/** Some values of each relation, so that a thousand parts hide nothing else. */
function relatedTexts(related: readonly RelatedDetail[]): readonly string[] {
  return [...groupBy(related, ({ relation }) => relation)].flatMap(([relation, own]) => {
    const texts = own.map(({ nature = [], ...named }) =>
      joined([`${relation} ${namedText(named)}`, nature.join(', ')]),
    );
    return linesOf(texts, maxOfRelation);
  });
}

function fundingText({ name, number, funder }: FundingDetail): string {
  const grant = joined([shortened(name ?? '', maxName), number]);
  if (funder === undefined) return grant;
  return joined([grant, grant === '' ? namedText(funder) : `by ${namedText(funder)}`]);
}

/** The dates, contacts and identifiers of the record itself. */
function metadataTexts({ identifiers, dates, contacts }: MetadataDetail): readonly string[] {
  return [
    ...dates.map((date) => `dated ${date}`),
    ...contacts.map((contact) => `contact ${agentText(contact)}`),
    ...identifiers.map((identifier) => `identifier ${identifierText(identifier)}`),
  ];
}

/** The parts whose values are spread over several labels. */
const spreadParts: readonly BoundedPart[] = ['agents', 'related', 'terms'];

function unreadTexts(unread: Unread): readonly string[] {
  const spread = spreadParts.flatMap((part) => {
    const values = unread.get(part);
    return values === undefined ? [] : [`${part}: ${groupDigits(values)} more were not read`];
  });
  return unread.size > 0 ? [...spread, 'long lists were read in part; --graph prints all'] : [];
}

/** The places of a resource: names, else identifiers; then boxes. */
function formatPlaces({ names, identifiers, boxes }: PlaceFacts): readonly string[] {
  const texts = names.length > 0 ? names.map(({ text }) => text) : identifiers;
  return [...texts, ...boxes.map(boxWords)];
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
