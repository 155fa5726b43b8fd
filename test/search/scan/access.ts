import { accesses, type Access } from '../entry.ts';
import { filesOf, licencesOf } from './administration.ts';
import { valuesOf, type ScannedDocument } from './document.ts';
import { writtenIn } from './identifiers.ts';
import { isNode, writtenId, type Raw, type RawNode } from './json.ts';
import { isNil, textsIn } from './texts.ts';

/** How the statements of the tests are told; the first that matches counts. */
const signs: readonly (readonly [sign: RegExp, access: Access])[] = [
  [/embargo|moratorium|access_right\/c_f1cf/iu, 'embargoed'],
  [/not publicly|registration|on request|auf anfrage/iu, 'restricted'],
  [/access_right\/c_16ec|access-right\/NON_PUBLIC/iu, 'restricted'],
  [/^open\b(?!-)|unrestricted|not restricted|no restrictions|of charge|libre/iu, 'open'],
  [/access_right\/c_abf2|access-right\/PUBLIC/iu, 'open'],
  [/restricted/iu, 'restricted'],
];

const statements = ['license', 'rights', 'accessRights', 'conditionsOfAccess'];

/** Of a resource: by what it states, by what its files do, by licences. */
export function readAccess(document: ScannedDocument, node: RawNode): Access | undefined {
  const files = filesOf(document, node);
  const isOpen = (each: RawNode): boolean =>
    licencesOf(document, each).some((licence) => licence.startsWith('https://spdx.org/'));
  const ways: ((each: RawNode) => Access | undefined)[] = [
    (each) => stated(document, each),
    (each) => stated(document, each) ?? (isOpen(each) ? 'open' : undefined),
  ];
  for (const way of ways) {
    const own = way(node);
    if (own !== undefined) return own;
    const [first, ...others] = files.map(way);
    if (first !== undefined && others.every((each) => each === first)) return first;
  }
  return undefined;
}

function stated(document: ScannedDocument, node: RawNode): Access | undefined {
  const free = valuesOf(document, node, 'isAccessibleForFree').map(
    (value) => /(?:^|\/)(true|false)$/iu.exec(writtenOf(value))?.[1],
  );
  const said = valuesOf(document, node, ...statements).flatMap((value) => saidIn(document, value));
  const found = new Set<string | undefined>([
    ...free.map((each) => ({ true: 'open', false: 'restricted' })[each?.toLowerCase() ?? '']),
    ...said.map((text) => signs.find(([sign]) => sign.test(text))?.[1]),
  ]);
  return accesses.find((access) => found.has(access));
}

function writtenOf(value: Raw): string {
  if (typeof value === 'boolean') return String(value);
  return textsIn(value)[0] ?? (isNode(value) ? writtenId(value) : undefined) ?? '';
}

function saidIn(document: ScannedDocument, value: Raw): string[] {
  const texts = textsIn(value);
  if (texts.length > 0 || !isNode(value)) return texts.filter((text) => !isNil(text));
  return [writtenId(value) ?? [], writtenIn(document, value, ['url', 'name'])].flat();
}
