import { dcatUsTellingFields, isDcatUsSchema } from '../../model/dcat-us.ts';
import { asArray, isObject, type JsonContainer, type JsonObject, type JsonValue } from '../json.ts';
import { dcatUsContextUrl, dcatUsIriFields, isDcatUsContext } from './context.ts';

/** An absolute IRI, perhaps in need of repair, but not a sentence with a colon. */
const absolute = /^[a-z][a-z\d+.-]*:(?:\/\/|\S+$)/iu;

/**
 * Prepares a DCAT-US catalogue (`data.json`, Project Open Data v1.1) or a single entry for
 * expansion, in place: adds the context of its schema where it has none or an unusable one, and
 * turns values that are not IRIs into text in IRI fields such as `license`, since they would become
 * relative IRIs. Other documents are not changed.
 */
export function prepareDcatUs(document: JsonContainer): void {
  if (!isObject(document)) return;
  if (!isDcatUs(document)) return;
  if (!hasContext(document['@context'])) document['@context'] = dcatUsContextUrl;
  for (const entry of [document, ...objectsIn(document['dataset'])]) {
    mendIris(entry);
    for (const part of ['contactPoint', 'distribution']) objectsIn(entry[part]).forEach(mendIris);
  }
}

function isDcatUs(document: JsonObject): boolean {
  const { '@context': context, conformsTo, dataset } = document;
  if (hasContext(context)) return typeof context === 'string' && isDcatUsContext(context);
  if (typeof context === 'string' && isDcatUsContext(`https://${context.trim()}`)) return true;
  if (typeof conformsTo === 'string' && isDcatUsSchema(conformsTo)) return true;
  return objectsIn(dataset).some(isEntry);
}

/**
 * Whether a context is usable: `catalog.jsonld` alone is a file name that people copied without the
 * file.
 */
function hasContext(context: JsonValue | undefined): boolean {
  if (typeof context === 'string') return absolute.test(context.trim());
  return context !== undefined && context !== null;
}

function isEntry(entry: JsonObject): boolean {
  if (typeof entry['title'] !== 'string' || '@context' in entry) return false;
  return dcatUsTellingFields.filter((field) => field in entry).length > 1;
}

function mendIris(node: JsonObject): void {
  for (const field of dcatUsIriFields) {
    const value = node[field];
    if (value === undefined) continue;
    node[field] = Array.isArray(value) ? value.map(textUnlessIri) : textUnlessIri(value);
  }
}

function textUnlessIri(value: JsonValue): JsonValue {
  if (typeof value !== 'string') return value;
  const text = value.trim();
  return absolute.test(text) ? text : { '@value': value };
}

function objectsIn(value: JsonValue | undefined): readonly JsonObject[] {
  return value === undefined ? [] : asArray(value).filter(isObject);
}
