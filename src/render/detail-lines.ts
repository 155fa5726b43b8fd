import type { StatedIdentifier } from '../facts/record/identifiers.ts';
import { plainText } from '../facts/text/plain-text.ts';
import type { Box, Period, PlaceFacts, TimeFacts } from '../model/search-facts.ts';
import { identifierName } from '../rdf/identifiers.ts';
import { groupDigits } from '../text/amounts.ts';
import { groupBy } from '../text/ordering.ts';
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

/** Of what one label stands before; a dataset can have thousands of files, a map hundreds of keywords. */
const maxOfLabel = 10;
const maxOfRelation = 5;
const maxOfParts = 5;
/** What is longer than one line each is cut to so many, but never within a thing. */
const maxLines = 30;
const maxDescription = 400;
const maxName = 160;

/** What one line, or several, say of one thing. */
type Thing = readonly string[];

/** How many values of a part were not read. */
type Unread = ReadonlyMap<BoundedPart, number>;

/** A label, and what stands behind it: one line each. */
interface Labelled {
  readonly label: string;
  readonly lines: readonly string[];
}

/**
 * What a record says of a resource for people, a line each: the label, padded to `width`, before the first line of its own, or on
 * a line of its own where it is longer. Of many of one kind the rest is counted.
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

/** What it is about. */
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

/** Without the names and identifiers that stand in terms of gazetteers. */
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
  /** How many more there are that were not read. */
  readonly unread?: number;
  readonly called?: string;
}

/** The lines of some things, and how many more there are; one more is shown instead. */
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

/** One line, of at most so many. */
function listed(texts: readonly string[], { max = maxOfLabel * 3 } = {}): readonly string[] {
  const more = Math.max(texts.length - max, 0);
  const shown = more > 1 ? [...texts.slice(0, max), `and ${groupDigits(more)} more`] : texts;
  return texts.length === 0 ? [] : [shown.map((text) => shortened(text, maxName)).join(', ')];
}

/** What stands behind the format and size of a file. */
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

/** What has neither name nor format is known by its address. */
function withHead(head: string, more: readonly string[]): Thing {
  return head === '' ? more : [head, ...more.map((each) => `  ${each}`)];
}

/** Names alone in one line. */
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

/** Of each relation some, so that a thousand parts hide nothing else. */
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

/** What the record says of itself. */
function metadataTexts({ identifiers, dates, contacts }: MetadataDetail): readonly string[] {
  return [
    ...dates.map((date) => `dated ${date}`),
    ...contacts.map((contact) => `contact ${agentText(contact)}`),
    ...identifiers.map((identifier) => `identifier ${identifierText(identifier)}`),
  ];
}

/** What stands behind several labels and is counted at none of them. */
const spreadParts: readonly BoundedPart[] = ['agents', 'related', 'terms'];

function unreadTexts(unread: Unread): readonly string[] {
  const spread = spreadParts.flatMap((part) => {
    const values = unread.get(part);
    return values === undefined ? [] : [`${part}: ${groupDigits(values)} more were not read`];
  });
  const isAny = unread.size > 0;
  return isAny ? [...spread, 'long lists were read in part; --graph prints all'] : [];
}

/** The places of a resource: their names, else what registers call them; then where they are. */
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

/** To some metres. */
function degrees(value: number, positive: string, negative: string): string {
  const rounded = Math.round(Math.abs(value) * 1e4) / 1e4;
  return `${rounded}° ${value < 0 ? negative : positive}`;
}

/** The times of a resource: periods, ages, and what is neither. */
function formatTimeFacts({ periods, ages, names }: TimeFacts): readonly string[] {
  return [...names.map(({ text }) => text), ...periods.map(periodWords), ...ages.map(ageText)];
}

function periodWords({ start, end }: Period): string {
  if (start === undefined) return `until ${end}`;
  if (end === undefined) return `from ${start}`;
  return start === end ? start : `${start} to ${end}`;
}
