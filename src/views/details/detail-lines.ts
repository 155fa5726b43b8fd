import { plainText } from '../../facts/text/plain-text.ts';
import { groupedBy } from '../../query/grouped-by.ts';
import { printable } from '../../text/printable.ts';
import { amount } from '../amounts.ts';
import type {
  AgentDetail,
  Called,
  DistributionDetail,
  FundingDetail,
  IdentifierDetail,
  RelatedDetail,
  ResourceDetails,
  TermDetail,
} from './resource-details.ts';

/** Of what one label stands before; a dataset can have thousands of files, a map hundreds of keywords. */
const maxOfLabel = 10;
const maxOfRelation = 5;
const maxDescription = 400;
const maxName = 160;

/** A label, and what stands behind it: one line each. */
interface Labelled {
  readonly label: string;
  readonly lines: readonly string[];
}

/**
 * What a record says of a resource for people, a line each: the label, padded to `width`, before the first line of its own. Of
 * many of one kind the rest is counted.
 */
export function detailLines(details: ResourceDetails, width: number): readonly string[] {
  return labelled(details).flatMap(({ label, lines }) =>
    lines.map((text, at) => `  ${(at === 0 ? label : '').padEnd(width)}${printable(text)}`),
  );
}

function labelled(details: ResourceDetails): readonly Labelled[] {
  const { descriptions, dates, versions, agents, identifiers, terms, variables } = details;
  const { distributions, related, funding, policies } = details;
  const keywords = terms.filter((term) => isKeyword(term)).map(({ name = '' }) => name);
  return [
    block(
      'description',
      descriptions.slice(0, 1).map((text) => shortened(plainText(text), maxDescription)),
    ),
    block('identifiers', identifiers.map(identifierText)),
    ...blocksBy(agents, ({ role }) => role, agentText),
    block(
      'dates',
      dates.length === 0 ? [] : [dates.map(({ event, date }) => `${event} ${date}`).join(', ')],
    ),
    block('version', versions),
    ...blocksBy(policies, ({ about }) => about, calledText),
    block('keywords', keywords.length === 0 ? [] : [listText(keywords)]),
    ...blocksBy(
      terms.filter((term) => !isKeyword(term)),
      useText,
      termText,
    ),
    block(
      'variables',
      variables.map(({ units, ...called }) =>
        joined([calledText(called), units.map((unit) => `in ${unit}`).join(', ')]),
      ),
    ),
    block('distributions', distributions.flatMap(distributionTexts), maxOfLabel * 3),
    { label: 'related', lines: relatedTexts(related) },
    block('funding', funding.map(fundingText)),
  ].filter(({ lines }) => lines.length > 0);
}

function block(label: string, texts: readonly string[], max = maxOfLabel): Labelled {
  const more = texts.length - max;
  return {
    label,
    lines: more > 1 ? [...texts.slice(0, max), `and ${amount(more, 'more line')}`] : texts,
  };
}

function blocksBy<Detail>(
  details: readonly Detail[],
  labelOf: (detail: Detail) => string,
  textOf: (detail: Detail) => string,
): readonly Labelled[] {
  return Array.from(groupedBy(details, labelOf), ([label, own]) => block(label, own.map(textOf)));
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

function identifierText({ scheme, value, url }: IdentifierDetail): string {
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

function listText(texts: readonly string[], max = maxOfLabel * 3): string {
  const more = texts.length - max;
  const shown = more > 1 ? [...texts.slice(0, max), `and ${more} more`] : texts;
  return shown.join(', ');
}

function distributionTexts(distribution: DistributionDetail): readonly string[] {
  const { name, addresses, formats, sizes, checksums, conformsTo, licences, parts } = distribution;
  const nature = [...formats, ...sizes].join(', ');
  const more = [
    ...addresses,
    ...checksums,
    ...conformsTo.map((each) => `conforms to ${each}`),
    ...licences.map((each) => `license ${each}`),
    ...(parts.length === 0 ? [] : [`with ${listText(parts, 5)}`]),
  ];
  const first = joined([name, nature]);
  // What has neither name nor format is known by its address.
  return first === '' ? more : [first].concat(more.map((each) => `  ${each}`));
}

/** Of each relation some, so that a thousand parts hide nothing else. */
function relatedTexts(related: readonly RelatedDetail[]): readonly string[] {
  const byRelation = groupedBy(related, ({ relation }) => relation);
  return Array.from(byRelation, ([relation, own]) => {
    const texts = own.map((called) => `${relation} ${calledText(called)}`);
    return block('', texts, maxOfRelation).lines;
  }).flat();
}

function fundingText({ name, number, funder }: FundingDetail): string {
  const grant = joined([shortened(name ?? '', maxName), number]);
  if (funder === undefined) return grant;
  return joined([grant, grant === '' ? calledText(funder) : `by ${calledText(funder)}`]);
}
