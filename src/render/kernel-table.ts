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
import { inLines } from './columns.ts';

/** The most that are shown; an archive can have thousands of files. */
const maxObjects = 20;
const maxValues = 20;

const labelWidth = 26;
const indent = 2;

/** A kernel record for people: own, inherited and missing attributes of each object. */
export function kernelTable({ graph, objects }: KernelRecord, profile: KernelProfile): string {
  const more = objects.length - maxObjects;
  const lines = [
    escapeControls(`Kernel record of the resource described in ${graph}`),
    `Profile: ${profile.title}, ${profile.pid}`,
    '',
  ];
  for (const [at, object] of objects.slice(0, maxObjects).entries()) {
    lines.push(escapeControls(headingOf(object, at, objects)));
    lines.push(...objectLines(object, objects), ...lackingLines(object, profile), '');
  }
  if (more > 0) lines.push(`and ${formatCount(more, 'more object')}: --format json lists all`, '');
  lines.push(`CDIF 1.0 does not implement ${notImplementedAttribute} of the appendix.`, '');
  return lines.join('\n');
}

function headingOf(
  { kind, iri, name }: KernelObject,
  at: number,
  objects: readonly KernelObject[],
): string {
  const called = [name, iri].filter((part) => part !== undefined).join('  ');
  const { container, number, count } = placeOf(at, objects);
  const place = kind === 'resource' ? '' : ` ${number} of ${count}`;
  const inside =
    kind === 'part' && container !== undefined ? `, in ${nameOf(container, objects)}` : '';
  return `${titles[kind]}${place}${called === '' ? '' : `: ${called}`}${inside}`;
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
  const said = kernelAttributeNames.flatMap((name) => {
    const attribute = object.attributes[name];
    return attribute === undefined ? [] : [{ name, attribute }];
  });
  const bySayer = groupBy(said, ({ attribute }) => attribute.inheritedFrom);
  const own = bySayer.get(undefined) ?? [];
  const lines = own.flatMap(linesOf);
  for (const [from, attributes] of bySayer) {
    const sayer = objects[from ?? -1];
    if (sayer === undefined) continue;
    lines.push(line(`inherited from ${nameOf(sayer, objects)}`, ''));
    lines.push(...attributes.flatMap(linesOf));
  }
  return lines;
}

interface NamedAttribute {
  readonly name: KernelAttributeName;
  readonly attribute: KernelAttribute;
}

function linesOf({ name, attribute }: NamedAttribute): readonly string[] {
  const { values, inheritedFrom } = attribute;
  const more = values.length - maxValues;
  const texts = values.slice(0, maxValues).flatMap(valueTexts);
  const label = inheritedFrom === undefined ? name : `  ${name}`;
  const all = more > 0 ? texts.concat(`and ${formatCount(more, 'more value')}`) : texts;
  return [...new Set(all)].map((text, at) => line(at === 0 ? label : '', text));
}

function valueTexts(value: KernelValue): readonly string[] {
  const { iri, text, algorithm, checksum, undetermined } = value;
  const mark = undetermined === true ? '(the record does not say which policy)' : undefined;
  const ni = checksum?.namedInformation;
  const parts = [algorithm, text, iri, mark].filter((part) => part !== undefined);
  return [parts.join('  '), ...(ni === undefined ? [] : [ni])];
}

function lackingLines(object: KernelObject, profile: KernelProfile): readonly string[] {
  const lacking = missingKernelAttributes(object.attributes);
  const mandatory = lackingOf(object, profile);
  const unsaid = new Set(unknownAttributes(object, profile));
  return [
    ...phrased('missing', lacking),
    ...phrased(
      'mandatory, missing',
      mandatory.filter((name) => unsaid.has(name)),
    ),
    ...phrased(
      'mandatory, other form',
      mandatory.filter((name) => !unsaid.has(name)),
    ),
  ];
}

function phrased(label: string, names: readonly string[]): readonly string[] {
  if (names.length === 0) return [];
  const [first = '', ...rest] = inLines(names.join(', '), indent + labelWidth);
  return [line(label, first.trim()), ...rest];
}

function line(label: string, text: string): string {
  return `${' '.repeat(indent)}${escapeControls(label).padEnd(labelWidth)}${escapeControls(text)}`.trimEnd();
}
