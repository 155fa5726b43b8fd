import type { ConditionName } from '../search/conditions.ts';
import type { FoundBy, FoundBox } from '../search/why-found.ts';

/** Why a resource was found, in a few words: `“ocean” in title`, `box overlaps 38 %`. */
export function foundByText(foundBy: FoundBy): string {
  switch (foundBy.kind) {
    case 'words': {
      return `\u{201C}${foundBy.asked}\u{201D} in ${foundBy.part}`;
    }
    case 'box': {
      return boxText(foundBy);
    }
    case 'period': {
      return `period ${foundBy.relation}`;
    }
    case 'age': {
      return `age ${foundBy.relation}`;
    }
    case 'name': {
      const { condition, name } = foundBy;
      return `${conditionTexts[condition] ?? condition}: ${name}`;
    }
  }
}

/** Of conditions that are not called so in a sentence. */
const conditionTexts: { readonly [Name in ConditionName]?: string } = {
  mediaType: 'format',
  modifiedSince: 'changed',
};

function boxText({ condition, relation, share }: FoundBox): string {
  const called = condition === 'bbox' ? 'box' : 'geometry';
  if (share === undefined || relation === 'inside') return `${called} ${relation}`;
  const percent = Math.round(share * 100);
  return `${called} overlaps ${percent === 0 ? 'less than 1' : percent} %`;
}
