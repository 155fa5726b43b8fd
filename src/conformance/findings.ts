import { factText } from '../facts/record/record-graph.ts';
import type { Finding, JsonPlace } from '../model/finding.ts';
import { findRecordPlaces } from '../model/record-places.ts';
import { isObject, type JsonValue } from '../text/json.ts';
import { cutText } from '../text/clean-text.ts';
import { type JsonPositions, valueAt } from '../text/json-positions.ts';
import type { RuleFinding } from './check-profile.ts';
import { foundText, type LocatedJson, placedValues, remedyFor } from './patches.ts';
import { acceptsNil, type Profile, type Requirement } from './profile.ts';
import type { Rule } from './rule.ts';
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
  const [placed] = placedValues(subject, violation, document.places);
  const standing = findRecordPlaces(document.places, {
    node: subject.name,
    property: property?.startsWith('@') === true ? undefined : property,
    value: value && (placed?.value ?? factText(value) ?? ''),
  });
  const pointers = value === undefined ? describingPlaces(standing, document.json) : standing;
  return {
    profile: profile.id,
    rule: requirement.rule,
    severity,
    title: rule.title,
    node: subject.name,
    places: jsonPlaces(pointers, document.positions),
    found: cutFound(foundText(found, document)),
    asked: askedText(rule, requirement, profile),
    why: {
      section: `${profile.title}, ${requirement.section}`,
      url: requirement.url ?? profile.url,
    },
    remedy: remedyFor(found, document),
  };
}

/** What a finding shows of a value that it found. */
export function cutFound(text: string | undefined): string | undefined {
  return text === undefined ? undefined : cutText(text, maxFoundCharacters);
}

const maxFoundCharacters = 200;

function askedText({ asked }: Rule, { level }: Requirement, { nils }: Profile): string {
  return nils === undefined || !acceptsNil(level) ? asked : `${asked} Otherwise write ${nils}.`;
}

/** The places that describe a node, if there are some: what is missing is not missed at links. */
function describingPlaces(pointers: readonly string[], json: JsonValue): readonly string[] {
  const describing = pointers.filter((pointer) => {
    const value = valueAt(json, pointer);
    return isObject(value) && Object.keys(value).some((key) => key !== '@id');
  });
  return describing.length > 0 ? describing : pointers;
}

/** The places that pointers lead to; without those that lead nowhere. */
export function jsonPlaces(
  pointers: readonly string[],
  positions: JsonPositions,
): readonly JsonPlace[] {
  return pointers.flatMap((pointer) => {
    const position = positions.ofValue(pointer);
    return position === undefined
      ? []
      : [{ pointer, line: position.line, column: position.column }];
  });
}

/** The order of findings in a document, by their first place; what has none comes last. */
export function compareFindingPlaces(
  one: Pick<Finding, 'places'>,
  other: Pick<Finding, 'places'>,
): number {
  const [first, second] = [one.places[0] ?? nowhere, other.places[0] ?? nowhere];
  if (first.line === second.line) return first.column - second.column;
  return first.line < second.line ? -1 : 1;
}

const nowhere: JsonPlace = {
  pointer: '',
  line: Number.MAX_SAFE_INTEGER,
  column: Number.MAX_SAFE_INTEGER,
};
