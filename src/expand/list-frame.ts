import { prepareDcatUs } from './dcat-us/prepare-dcat-us.ts';
import { itemsPropertiesOf, probe } from './expand-members.ts';
import type { Findings } from './findings.ts';
import { asArray, isContainer, isObject, type JsonContainer, type JsonObject } from './json.ts';
import type { JsonValue } from './json.ts';
import type { Expansion, JsonLdProcessor } from './json-ld-processor.ts';
import { prepare, type ExpandLimits } from './prepare.ts';
import type { ListFrame, ReadListFrame } from '../model/list-frame.ts';

/** These keywords describe something, as properties do. */
const describing: ReadonlySet<string> = new Set(['@graph', '@included', '@reverse']);

/**
 * Makes what finds out how a list can be read, by what expansion makes of its root. The nodes of a
 * `@graph` belong together.
 */
export function createListFrameReader({
  limits,
  processor,
}: {
  readonly limits: ExpandLimits;
  readonly processor: JsonLdProcessor;
}): ReadListFrame {
  return (sample, base) =>
    readListFrame(JSON.parse(sample) as JsonObject, { base, limits, processor });
}

async function readListFrame(
  sample: JsonObject,
  {
    base,
    limits,
    processor,
  }: {
    readonly base: string;
    readonly limits: ExpandLimits;
    readonly processor: JsonLdProcessor;
  },
): Promise<ListFrame | undefined> {
  prepareDcatUs(sample);
  const prepared = structuredClone(sample);
  // It is no document: each item counts by itself.
  const ample = { ...limits, jsonValues: Infinity };
  const preparation = prepare(prepared, { base, limits: ample }, unheard);
  if (preparation.kind === 'refused') return undefined;
  const algorithm = processor.open(preparation.contexts);
  const expand = (part: JsonContainer): Promise<Expansion> =>
    algorithm.expand(part, { base, findings: unheard });
  const { '@context': context = null } = prepared;
  const isReadable = (await expand({ '@context': context, [probe]: probe })).kind === 'expanded';
  const properties = await itemsPropertiesOf(withObjects(prepared), expand);
  const lists = properties.filter(
    ({ property = '@graph', isWrapper }) => property !== '@graph' && !isWrapper,
  );
  if (isReadable && lists.length === 0) return undefined;
  const keywords = new Map<string, string>();
  for (const [name, value] of Object.entries(prepared)) {
    const keyword = await keywordOf(name, value, { context, expand });
    if (keyword !== undefined) keywords.set(keyword, name);
  }
  const id = sample[keywords.get('@id') ?? ''];
  return {
    envelope: Object.fromEntries(
      Array.from(keywords.values(), (name) => [name, sample[name] ?? null]),
    ),
    ...(typeof id === 'string' ? { id } : {}),
    itemKeys: lists.map(({ key }) => key),
  };
}

/**
 * The root with an object in place of the texts of an array: a list may hold nothing but the names
 * of its items.
 */
function withObjects(root: JsonObject): JsonObject {
  const members = Object.entries(root).map(([name, value]): [string, JsonValue] => {
    const isOther = name.startsWith('@') || !Array.isArray(value) || value.some(isContainer);
    return [name, isOther ? value : [{}]];
  });
  return Object.fromEntries(members);
}

/**
 * The keyword that a member has or means, where it says how to read a list, or what it is called
 * and of which type.
 */
async function keywordOf(
  name: string,
  value: JsonValue,
  {
    context,
    expand,
  }: {
    readonly context: JsonValue;
    readonly expand: (part: JsonContainer) => Promise<Expansion>;
  },
): Promise<string | undefined> {
  if (name.startsWith('@')) return describing.has(name) ? undefined : name;
  if (asArray(value).some(isContainer)) return undefined;
  const expansion = await expand({ '@context': context, [name]: probe, [probe]: probe });
  const [node] = expansion.kind === 'expanded' ? expansion.nodes : [];
  if (!isObject(node)) return undefined;
  return ['@id', '@type'].find((keyword) => asArray(node[keyword] ?? []).includes(probe));
}

const unheard: Findings = { add: () => undefined, list: () => [] };
