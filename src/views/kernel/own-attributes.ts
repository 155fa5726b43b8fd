import { groupedBy } from '../../query/grouped-by.ts';
import { inListOrder } from '../../query/in-list-order.ts';
import type { AnswerRow } from '../../query/tsv-answer.ts';
import { prefixedName } from '../../rdf/prefixes.ts';
import { checksumOf } from './checksum.ts';
import { kernelAttributeNames, type KernelAttributeName } from './kernel-attributes.ts';
import type { KernelAttribute, KernelAttributes, KernelValue } from './kernel-record.ts';

/** The variables of `kernel-attributes`. */
export const attributeVariables = [
  'graph',
  'object',
  'attribute',
  'order',
  'iri',
  'text',
  'algorithm',
  'property',
  'undetermined',
  'isDocument',
  'cell',
  'next',
] as const;
export type AttributeRow = AnswerRow<(typeof attributeVariables)[number]>;

/** What one object says itself. */
export interface OwnWords {
  /** Of the properties that say an attribute the first ones count. */
  readonly attributes: KernelAttributes;
  /** Which of these hold only where what it is in says nothing better: whoever made a thing may not be who keeps it. */
  readonly lastResorts: ReadonlySet<KernelAttributeName>;
  /** By what it is identified, in the spelling of the publisher. */
  readonly identifiers: readonly string[];
}

export const noWords: OwnWords = { attributes: {}, lastResorts: new Set(), identifiers: [] };

/** The order from which on a property is a last resort. */
const lastResort = 9;

export function ownWords(rows: readonly AttributeRow[]): OwnWords {
  const byName = groupedBy(rows, ({ attribute }) => attribute?.value);
  const lastResorts = new Set<KernelAttributeName>();
  const attributes: { [Name in KernelAttributeName]?: KernelAttribute } = {};
  for (const name of kernelAttributeNames) {
    const all = byName.get(name);
    if (all === undefined) continue;
    const least = Math.min(...all.map(orderOf));
    attributes[name] = attributeOf(all.filter((row) => orderOf(row) === least));
    if (least >= lastResort) lastResorts.add(name);
  }
  const identifiers = (byName.get('identifier') ?? []).flatMap(({ iri, text }) =>
    [iri, text].flatMap((term) => term?.value ?? []),
  );
  return { attributes, lastResorts, identifiers };
}

function orderOf({ order }: AttributeRow): number {
  return Number(order?.value ?? 0);
}

function attributeOf(rows: readonly AttributeRow[]): KernelAttribute {
  const all = inListOrder(rows, valueKey).flatMap(valuesOf);
  const values = new Map(all.map((value) => [all.length < 2 ? '' : JSON.stringify(value), value]));
  return { values: [...values.values()] };
}

function valuesOf(row: AttributeRow): readonly KernelValue[] {
  const names = row.text?.value.split('\n').toSorted() ?? [];
  // Several that are one node are called by all their names.
  const isSeveral = row.isDocument !== undefined && row.iri === undefined;
  const texts = isSeveral ? names : [names.join(' / ')];
  return texts.map((text) => valueOf(row, text.trim()));
}

function valueOf({ iri, attribute, ...row }: AttributeRow, text: string): KernelValue {
  const property = row.property?.value ?? '';
  return {
    ...(iri === undefined ? {} : { iri: iri.value }),
    ...(text === '' || text === iri?.value ? {} : { text }),
    ...(attribute?.value === 'checksum' ? sumIn(text, row.algorithm?.value, property) : {}),
    ...(row.undetermined === undefined ? {} : { undetermined: true }),
    property: prefixedName(property) ?? property,
  };
}

function sumIn(
  text: string,
  algorithm: string | undefined,
  property: string,
): Pick<KernelValue, 'algorithm' | 'checksum'> {
  const checksum = checksumOf(text, [algorithm ?? '', property]);
  return {
    ...(algorithm === undefined ? {} : { algorithm }),
    ...(checksum === undefined ? {} : { checksum }),
  };
}

function valueKey({ iri, text, property }: AttributeRow): string {
  return JSON.stringify([iri?.value ?? '', text?.value ?? '', property?.value ?? '']);
}
