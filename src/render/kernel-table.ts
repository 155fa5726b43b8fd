import { groupBy } from '../text/collections.ts';
import { escapeControls } from '../text/printable.ts';
import { formatCount } from '../text/amounts.ts';
import {
  type KernelProfile,
  lackingOf,
  unknownAttributes,
} from '../views/kernel/kernel-profiles.ts';
import {
  type KernelAttribute,
  type KernelAttributeName,
  kernelAttributeNames,
  type KernelObject,
  type KernelRecord,
  type KernelValue,
  missingKernelAttributes,
  notImplementedAttribute,
} from '../views/kernel/kernel-record.ts';
import { firstLines, inLines, textParts } from './layout.ts';

/** The most that are shown; an archive can have thousands of files. */
const maxObjects = 20;
const maxValues = 20;

const labelWidth = 26;
const indent = 2;

/** A kernel record for people: own, inherited and missing attributes of each object. */
export function kernelTable({ graph, objects }: KernelRecord, profile: KernelProfile): string {
  return textParts(
    escapeControls(`Kernel record of the resource described in ${graph}`),
    `Profile: ${profile.title}, ${profile.pid}`,
    '',
    firstLines(
      [...objects.entries()],
      maxObjects,
      ([at, object]) => [
        escapeControls(headingOf(object, at, objects)),
        ...objectLines(object, objects),
        ...missingLines(object, profile),
        '',
      ],
      (more) => `and ${formatCount(more, 'more object')}: --format json lists all\n`,
    ),
    `CDIF 1.0 does not implement ${notImplementedAttribute} of the appendix.`,
    '',
  ).join('\n');
}

function headingOf(
  { kind, iri, name }: KernelObject,
  at: number,
  objects: readonly KernelObject[],
): string {
  const names = textParts(name, iri).join('  ');
  const { container, number, count } = placeOf(at, objects);
  const place = kind === 'resource' ? '' : ` ${number} of ${count}`;
  const inside =
    kind === 'part' && container !== undefined ? `, in ${nameOf(container, objects)}` : '';
  return `${titles[kind]}${place}${names === '' ? '' : `: ${names}`}${inside}`;
}

const titles = { resource: 'Resource', distribution: 'Distribution', part: 'Part' } as const;

function nameOf(object: KernelObject, objects: readonly KernelObject[]): string {
  if (object.kind === 'resource') return 'the resource';
  const { number } = placeOf(objects.indexOf(object), objects);
  return object.name ?? object.iri ?? `${object.kind} ${number}`;
}

interface Place {
  /** The object that contains it; undefined for the resource. */
  readonly container: KernelObject | undefined;
  /** Its number among the objects of the container, from 1. */
  readonly number: number;
  readonly count: number;
}

function placeOf(at: number, objects: readonly KernelObject[]): Place {
  const within = objects[at]?.in;
  const beside = objects.flatMap((object, index) => (object.in === within ? [index] : []));
  const container = within === undefined ? undefined : objects[within];
  return { container, number: beside.indexOf(at) + 1, count: beside.length };
}

/** The attributes of an object, then those that it inherits, by their owner. */
function objectLines(object: KernelObject, objects: readonly KernelObject[]): readonly string[] {
  const named = kernelAttributeNames.flatMap((name) => {
    const attribute = object.attributes[name];
    return attribute === undefined ? [] : [{ name, attribute }];
  });
  const byOwner = groupBy(named, ({ attribute }) => attribute.inheritedFrom);
  const lines = (byOwner.get(undefined) ?? []).flatMap(linesOf);
  for (const [from, attributes] of byOwner) {
    const owner = objects[from ?? -1];
    if (owner === undefined) continue;
    lines.push(
      line(`inherited from ${nameOf(owner, objects)}`, ''),
      ...attributes.flatMap(linesOf),
    );
  }
  return lines;
}

function linesOf({
  name,
  attribute: { values, inheritedFrom },
}: {
  readonly name: KernelAttributeName;
  readonly attribute: KernelAttribute;
}): readonly string[] {
  const texts = firstLines(
    values,
    maxValues,
    valueTexts,
    (more) => `and ${formatCount(more, 'more value')}`,
  );
  const label = inheritedFrom === undefined ? name : `  ${name}`;
  return [...new Set(texts)].map((text, at) => line(at === 0 ? label : '', text));
}

function valueTexts(value: KernelValue): readonly string[] {
  const { iri, text, algorithm, checksum, undetermined } = value;
  const mark = undetermined === true && '(the record does not say which policy)';
  const parts = textParts(algorithm, text, iri, mark);
  return textParts(parts.join('  '), checksum?.namedInformation);
}

function missingLines(object: KernelObject, profile: KernelProfile): readonly string[] {
  const mandatory = lackingOf(object, profile);
  const unknown = unknownAttributes(object, profile);
  return [
    ...phrased('missing', missingKernelAttributes(object.attributes)),
    ...phrased(
      'mandatory, missing',
      mandatory.filter((name) => unknown.includes(name)),
    ),
    ...phrased(
      'mandatory, invalid value',
      mandatory.filter((name) => !unknown.includes(name)),
    ),
  ];
}

function phrased(label: string, names: readonly string[]): readonly string[] {
  if (names.length === 0) return [];
  const [first = '', ...rest] = inLines(names.join(', '), indent + labelWidth);
  return [line(label, first.trim()), ...rest];
}

function line(label: string, text: string): string {
  const labelled = escapeControls(label).padEnd(labelWidth) + escapeControls(text);
  return (' '.repeat(indent) + labelled).trimEnd();
}
