import type { Snapshot } from '../../../catalogue/snapshot.ts';
import { filterByReaderLanguage, textForReader } from '../../../facts/text/text-languages.ts';
import { kindAndCount } from '../../../model/problem-tally.ts';
import { geometryRepairs, timeRepairs } from '../../../model/problem-texts/search-facts.ts';
import type { Problem, ProblemKind } from '../../../model/problem.ts';
import type { AgentNames, Text } from '../../../model/search-facts.ts';
import { distinctTitles, foundByText, resultSources } from '../../../render/search-texts.ts';
import type { ConditionName } from '../../../search/conditions.ts';
import type { FoundResource } from '../../../search/search-answer.ts';
import type { SearchRequest } from '../../../search/search-request.ts';
import {
  createTimeMatcher,
  explainMatch,
  type MatchReason,
  type NameMatch,
  type TimeMatcher,
} from '../../../search/why-found.ts';
import { formatCount } from '../../../text/amounts.ts';
import { undefinedIfMail } from '../../../text/clean-text.ts';
import { datasetHref, maxCompared, sourceHref } from '../../parts/addresses.ts';
import { ageWords, boxesWords, periodWords } from '../../parts/place-and-time-words.ts';
import { Literal, resultText } from '../../parts/published.tsx';
import {
  AccessTag,
  formatName,
  isSaidByTag,
  licenceName,
  shortened,
  typeLabels,
} from '../../parts/short-names.tsx';
import { pageKey } from '../../page-keys.ts';
import { sitePath, type Site } from '../../site.ts';
import { agentWords } from './condition-chips.tsx';

interface ResultsProps {
  readonly site: Site;
  readonly snapshot: Snapshot;
  readonly request: SearchRequest;
  readonly found: readonly FoundResource[];
  /** As `PageRequest.languages`. */
  readonly languages: readonly string[];
  /** The number of the first result, from 1. */
  readonly first: number;
}

/** A result: access, type and title, and the reasons why it was found. */
export function Results({ site, snapshot, request, found, languages, first }: ResultsProps) {
  const matcher = createTimeMatcher(request);
  const titles = distinctTitles(found.map(({ result }) => result));
  return (
    <>
      <ol class="results" start={first}>
        {found.map((each, at) => (
          <Result
            {...{ site, snapshot, request, matcher, languages }}
            found={each}
            place={at + 1}
            detail={titles[at]?.detail}
          />
        ))}
      </ol>
      {found.length === 0 ? null : (
        <form
          id={comparingForm}
          class="comparing"
          action={sitePath(site, '/compare')}
          data-most={maxCompared}
        >
          <button type="submit" class="quiet">
            Compare selected
          </button>{' '}
          <span class="soft">up to {maxCompared} results</span>
        </form>
      )}
    </>
  );
}

/** The `id` of the form that the boxes of all results belong to. */
const comparingForm = 'comparing';

interface ResultProps extends Pick<ResultsProps, 'languages' | 'request' | 'site' | 'snapshot'> {
  readonly found: FoundResource;
  readonly matcher: TimeMatcher;
  /** The number of the result on the page, from 1. */
  readonly place: number;
  /** A text that tells apart results with the same title. */
  readonly detail: string | undefined;
}

const longest = { title: 250, detail: 90, description: 320 } as const;

function Result({ found, matcher, languages, place, detail, ...props }: ResultProps) {
  const { site } = props;
  const { result, facts } = found;
  const title = resultText(result.title, facts.texts.titles, languages);
  const description = resultText(result.description, facts.texts.descriptions, languages);
  return (
    <li class="result" id={`result-${place}`}>
      <h3>
        <a href={datasetHref(site, result.key)}>
          {title === undefined ? (
            (undefinedIfMail(result.iri) ?? 'Without a title')
          ) : (
            <Literal text={shortened(title.text, longest.title)} language={title.language} />
          )}
        </a>
        {detail === undefined || description?.text.startsWith(detail) === true ? null : (
          <span class="detail">
            <Literal text={shortened(detail, longest.detail)} />
          </span>
        )}
      </h3>
      <Tags found={found} />
      <p class="facts">
        {factsOf(found, matcher, languages).map(({ text, language }) => (
          <span>
            <Literal text={shortened(text, longestFact)} language={language} />
          </span>
        ))}
      </p>
      {description === undefined ? null : (
        <p class="description">
          <Literal
            text={shortened(description.text, longest.description)}
            language={description.language}
          />
        </p>
      )}
      <Reasons {...props} found={found} title={title?.text ?? ''} />
    </li>
  );
}

/** The number of licences and formats shown. */
const maxTags = 3;
const longestTag = 40;

function Tags({ found: { facts } }: Pick<ResultProps, 'found'>) {
  const { access, licences, formats } = facts.texts;
  const { files = 0 } = facts;
  return (
    <ul class="tags">
      <li>
        <AccessTag access={access} />
      </li>
      {licences.length === 0 ? <li class="tag unknown">No licence stated</li> : null}
      <NameTags names={licences.filter((each) => !isSaidByTag(access, each)).map(licenceName)} />
      <NameTags names={formats.map(formatName)} />
      {files === 0 ? null : <li class="tag">{formatCount(files, 'file')}</li>}
    </ul>
  );
}

function NameTags({ names }: { readonly names: readonly string[] }) {
  const all = [...new Set(names)];
  return (
    <>
      {all.slice(0, maxTags).map((name) => (
        <li class="tag">
          <bdi>{shortened(name, longestTag)}</bdi>
        </li>
      ))}
      {all.length > maxTags ? <li class="tag">+{all.length - maxTags}</li> : null}
    </>
  );
}

/** Type, period, place and publisher, as far as they are known. */
function factsOf(
  { result, facts }: FoundResource,
  matcher: TimeMatcher,
  languages: readonly string[],
): readonly Text[] {
  const publishers = facts.texts.agents.filter(({ role }) => role === 'publisher');
  const names = publishers.flatMap((agent) => agentText(agent, languages));
  return [
    firstOf(asTexts(typeLabels(result.types)), 2),
    firstOf(timesOf(result, matcher, filterByReaderLanguage(facts.times.names, languages)), 1),
    placeOf(result, filterByReaderLanguage(facts.places.names, languages)),
    firstOf(names, 1),
  ].filter((text) => text !== undefined);
}

function agentText(
  { names, iris: [iri] }: AgentNames,
  languages: readonly string[],
): readonly Text[] {
  const name = textForReader(names, languages);
  if (name !== undefined) return [{ ...name, text: agentWords(name.text) }];
  return iri === undefined ? [] : [{ text: agentWords(iri) }];
}

function asTexts(texts: readonly string[]): readonly Text[] {
  return texts.map((text) => ({ text }));
}

const longestFact = 120;

/** Searched values come first. */
function timesOf(
  { periods, ages }: FoundResource['result'],
  matcher: TimeMatcher,
  names: readonly Text[],
): readonly Text[] {
  const times = [
    ...periods.map((each) => ({ text: periodWords(each), isSearched: matcher.hasPeriod(each) })),
    ...ages.map((each) => ({ text: ageWords(each), isSearched: matcher.hasAge(each) })),
  ];
  const texts = (isSearched: boolean): readonly Text[] =>
    times.filter((time) => time.isSearched === isSearched).map(({ text }) => ({ text }));
  return [...texts(true), ...texts(false), ...names];
}

function placeOf({ boxes }: FoundResource['result'], names: readonly Text[]): Text | undefined {
  const name = firstOf(names, 1);
  const around = boxesWords(boxes);
  if (around === undefined) return name;
  return name === undefined
    ? { text: around }
    : { ...name, text: `${shortened(name.text, 60)} (${around})` };
}

/** The first values, in the language of the first one, and the number of further values. */
function firstOf(texts: readonly Text[], most: number): Text | undefined {
  const all = [...new Set(texts.map(({ text }) => text))];
  const more = all.length - most;
  const text = all.slice(0, most).join(', ') + (more > 0 ? ` +${more}` : '');
  return texts[0] && { ...texts[0], text };
}

/** The number of reasons and sources named per result. */
const maxReasons = 4;
const maxSources = 3;

interface ReasonsProps extends Pick<ResultProps, 'found' | 'request' | 'site' | 'snapshot'> {
  readonly title: string;
}

/** The reasons why it was found, repairs to its metadata, its sources, and a box to compare it. */
function Reasons({ site, snapshot, request, found, title }: ReasonsProps) {
  const { result, facts } = found;
  const [record] = result.records;
  const repaired = record && repairWords(snapshot, record);
  const reasons = explainMatch(request, facts).filter(
    (each) => !(each.kind === 'name' && isTagged(each)),
  );
  const sources = resultSources(result);
  return (
    <p class="reasons">
      {reasons.length === 0 ? null : (
        <span>
          Found by{' '}
          <bdi>
            {reasons
              .slice(0, maxReasons)
              .map((each) => shortened(foundByText(withoutMailIn(each)), longestReason))
              .join(', ')}
          </bdi>
        </span>
      )}
      {repaired === undefined ? null : (
        <span class="repaired">
          Repaired: <bdi>{repaired}</bdi>
        </span>
      )}
      {sources.length === 0 ? null : (
        <span>
          Source{' '}
          {sources.slice(0, maxSources).map((name, at) => (
            <>
              {at === 0 ? '' : ', '}
              <a href={sourceHref(site, name)}>{name}</a>
            </>
          ))}
          {sources.length > maxSources ? ` +${sources.length - maxSources}` : null}
        </span>
      )}
      <label class="compare">
        <input type="checkbox" name="dataset" value={pageKey(result.key)} form={comparingForm} />
        Compare<span class="unseen"> {shortened(title, 100)}</span>
      </label>
    </p>
  );
}

const longestReason = 80;

const ofAgents: ReadonlySet<ConditionName> = new Set([
  'person',
  'organization',
  'publisher',
  'funder',
]);

function withoutMailIn(reason: MatchReason): MatchReason {
  const isAgent = reason.kind === 'name' && ofAgents.has(reason.condition);
  return isAgent ? { ...reason, name: agentWords(reason.name) } : reason;
}

/** Licences and formats are visible anyway. */
function isTagged({ condition }: NameMatch): boolean {
  return condition === 'licence' || condition === 'mediaType';
}

/** The kinds of problems that report a repair, with the name of the repair. */
const repairedThings: Readonly<Partial<Record<ProblemKind, string>>> = {
  'geometry-repaired': 'place',
  'time-repaired': 'time',
  'iri-repaired': 'IRI',
  'language-tag-repaired': 'language tag',
  'literal-repaired': 'text',
  'list-as-text': 'list',
  'context-assumed': 'context',
  'context-url-wrong': 'context URL',
  'json-mended': 'slip in the JSON',
  'rdf-mended': 'slip in the RDF',
};

/** The repairs to a record, in words; undefined without any. */
function repairWords(
  snapshot: Snapshot,
  { graph, documentUrl: url }: { readonly graph: string; readonly documentUrl: string },
): string | undefined {
  const rows = [snapshot.problemsOf({ url, record: graph }), snapshot.problemsOf({ url })];
  const how = new Set<string>();
  const counts = new Map<string, number>();
  for (const problem of rows.flatMap((row) => row?.problems.map((seen) => seen.problem) ?? [])) {
    const repair = howRepaired(problem);
    const { kind, count } = kindAndCount(problem);
    const thing = repairedThings[kind];
    if (repair !== undefined) how.add(repair);
    else if (thing !== undefined) counts.set(thing, (counts.get(thing) ?? 0) + count);
  }
  const all = [...how, ...Array.from(counts, ([thing, count]) => formatCount(count, thing))];
  return all.length === 0 ? undefined : all.join(', ');
}

/** Conditions that decide whether a record is found are named; others are counted. */
function howRepaired(problem: Problem): string | undefined {
  if (problem.kind === 'geometry-repaired') return `place (${geometryRepairs[problem.repair]})`;
  if (problem.kind === 'time-repaired') return `time (${timeRepairs[problem.repair]})`;
  return undefined;
}
