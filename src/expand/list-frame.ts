import { prepareDcatUs } from './dcat-us/prepare-dcat-us.ts';
import { itemsPropertiesOf, probe, type MemberExpansion } from './expand-members.ts';
import type { Findings } from './findings.ts';
import { asArray, isContainer, isObject, type JsonContainer, type JsonObject } from './json.ts';
import type { JsonValue } from './json.ts';
import type { Expansion, JsonLdProcessor } from './json-ld-processor.ts';
import { prepare, type ExpandLimits } from './prepare.ts';
import type { ListFrame, ReadListFrame } from '../model/list-frame.ts';

/** Keywords that describe a node, as properties do. */
const describing: ReadonlySet<string> = new Set(['@graph', '@included', '@reverse']);

/**
 * Creates the function that finds out how a list can be read item by item, by expanding its root.
 * The nodes of a `@graph` belong together.
 */
export function createListFrameReader(options: ListFrameOptions): ReadListFrame {
  return (sample, base) => readListFrame(JSON.parse(sample) as JsonObject, base, options);
}

interface ListFrameOptions {
  readonly limits: ExpandLimits;
  readonly processor: JsonLdProcessor;
}

async function readListFrame(
  sample: JsonObject,
  base: string,
  { limits, processor }: ListFrameOptions,
): Promise<ListFrame | undefined> {
  prepareDcatUs(sample);
  const prepared = structuredClone(sample);
  // Not a document: each item is counted by itself.
  const unlimitedValues = { ...limits, jsonValues: Infinity };
  const preparation = prepare(prepared, { base, limits: unlimitedValues }, ignoredFindings);
  if (preparation.kind === 'refused') return undefined;
  const algorithm = processor.open(preparation.contexts);
  const expand = (part: JsonContainer): Promise<Expansion> =>
    algorithm.expand(part, { base, findings: ignoredFindings });
  const { '@context': context = null } = prepared;
  const isReadable = (await expand({ '@context': context, [probe]: probe })).kind === 'expanded';
  const properties = await itemsPropertiesOf(withObjects(prepared), expand);
  const lists = properties.filter(
    ({ property = '@graph', isWrapper }) => property !== '@graph' && !isWrapper,
  );
  if (isReadable && lists.length === 0) return undefined;
  const keywords = new Map<string, string>();
  for (const [name, value] of Object.entries(prepared)) {
    const keyword = await keywordOf(name, value, context, expand);
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

/** Replaces arrays of texts in the root by an object: a list may consist of names only. */
function withObjects(root: JsonObject): JsonObject {
  const members = Object.entries(root).map(([name, value]): [string, JsonValue] => {
    const isOther = name.startsWith('@') || !Array.isArray(value) || value.some(isContainer);
    return [name, isOther ? value : [{}]];
  });
  return Object.fromEntries(members);
}

/** The keyword that a member has or is an alias of, unless it describes something. */
async function keywordOf(
  name: string,
  value: JsonValue,
  context: JsonValue,
  expand: MemberExpansion['expand'],
): Promise<string | undefined> {
  if (name.startsWith('@')) return describing.has(name) ? undefined : name;
  if (asArray(value).some(isContainer)) return undefined;
  const expansion = await expand({ '@context': context, [name]: probe, [probe]: probe });
  const [node] = expansion.kind === 'expanded' ? expansion.nodes : [];
  if (!isObject(node)) return undefined;
  return ['@id', '@type'].find((keyword) => asArray(node[keyword] ?? []).includes(probe));
}

const ignoredFindings: Findings = { add: () => undefined, list: () => [] };
