import { factText } from '../facts/record/record-graph.ts';
import {
  describeProblem,
  problemCatalogue,
  remedyOf,
  severityOf,
} from '../model/problem-catalogue.ts';
import type { Finding, JsonPlace } from '../model/finding.ts';
import type { Problem } from '../model/problem.ts';
import { findRecordPlaces } from '../model/record-places.ts';
import type { JsonPositions } from '../text/json-positions.ts';
import type { RuleFinding } from './check-profile.ts';
import { foundText, type LocatedJson, remedyFor } from './patches.ts';
import type { Profile } from './profile.ts';
import { ruleOf } from './rules/rule-catalogue.ts';

/** The document of a record, with the positions of its values. */
export interface PositionedJson extends LocatedJson {
  readonly positions: JsonPositions;
}

/** The finding that tells a violation of a rule to the publisher. */
export function ruleFinding(
  found: RuleFinding,
  profile: Profile,
  document: PositionedJson,
): Finding {
  const { requirement, severity, subject, violation } = found;
  const rule = ruleOf(requirement.rule);
  const { property, value } = violation;
  const pointers = findRecordPlaces(document.places, {
    node: subject.name,
    property: property?.startsWith('@') === true ? undefined : property,
    value: value === undefined ? undefined : nameOfValue(value),
  });
  return {
    profile: profile.id,
    rule: requirement.rule,
    severity,
    title: rule.title,
    node: subject.name,
    places: placesAt(pointers, document),
    found: foundText(found, document),
    asked: rule.asked,
    why: {
      section: `${profile.title}, ${requirement.section}`,
      url: requirement.url ?? profile.url,
    },
    remedy: remedyFor(found, document),
  };
}

function nameOfValue(value: Parameters<typeof factText>[0]): string {
  return value.kind === 'node' ? value.name : value.text;
}

function placesAt(
  pointers: readonly string[],
  { positions }: PositionedJson,
): readonly JsonPlace[] {
  return pointers.flatMap((pointer) => {
    const position = positions.ofValue(pointer);
    return position === undefined
      ? []
      : [{ pointer, line: position.line, column: position.column }];
  });
}

/** The name under which what reading a document met is listed beside the profiles. */
export const readingProfile = 'json-ld';

/** The finding that tells a problem of reading a document to its publisher. */
export function problemFinding(problem: Problem, place?: JsonPlace): Finding {
  const { title } = problemCatalogue[problem.kind];
  return {
    profile: readingProfile,
    rule: problem.kind,
    severity: severityOf(problem),
    title,
    places: place === undefined ? [] : [place],
    found: factsInText(problem),
    asked: remedyOf(problem),
    why: { section: `Problem ${problem.kind}`, url: `docs/problems/${problem.kind}.md` },
  };
}

/** The facts of a problem, without the title before and the place behind them. */
function factsInText(problem: Problem): string {
  const { title } = problemCatalogue[problem.kind];
  const place = `: ${problem.record ?? problem.url}`;
  const text = describeProblem(problem);
  const facts = text.slice(title.length, text.endsWith(place) ? -place.length : undefined);
  return facts.trim().replace(/^\((.*)\)$/su, '$1');
}
