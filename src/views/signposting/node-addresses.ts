import { nodesIn, type FactNode, type FactValue } from '../../facts/record/fact-node.ts';
import { identifiersIn } from '../../facts/record/read-identifiers.ts';
import { fileTerms, textTerms } from '../../facts/record/text-terms.ts';
import { createRelativeText, type RelativeText } from '../../facts/text/relative-text.ts';
import { createNameTest, type NameTest } from '../../facts/text/usable-name.ts';
import { endsAsFile, looksWritten } from '../../facts/text/written-name.ts';
import { withBlanks } from '../../rdf/iri-spellings.ts';
import { persistentUrl } from '../../rdf/resolvable.ts';

/** The document of a record, by which texts are told from IRIs. */
export interface DocumentPlace {
  readonly url: string;
  readonly isName: NameTest;
  readonly relativeText: RelativeText;
}

/** @param graph the IRI of the record graph */
export function documentPlace(graph: string): DocumentPlace {
  const url = graph.replace(/#.*/su, '');
  return { url, isName: createNameTest(url), relativeText: createRelativeText(url) };
}

const webAddress = /^https?:\/\/[^\s<>"{}|\\^`]+$/iu;
const fileAddress = /^(?:https?|s?ftps?|s3|gs):\/\/[^\s<>"{}|\\^`]+$/iu;
/** Addresses of documents of a folder are made up where the configuration says none (RFC 2606). */
const madeUp = /^https?:\/\/[^/]+\.invalid(?:[/:]|$)/iu;

/** Whether a text is an address on the Web, and no nil. */
export function isWebAddress(text: string, { isName }: DocumentPlace): boolean {
  return webAddress.test(text) && isName(text);
}

/**
 * Whether a link can lead to a text: it is an address, and was not made of a text that JSON-LD took
 * for a relative IRI.
 */
export function isTarget(text: string, place: DocumentPlace): boolean {
  const relative = place.relativeText(text) ?? '';
  return isFileAddress(text, place) && !looksWritten(withBlanks(relative));
}

/** The same of content, whose name may have blanks. */
export function isContentAddress(text: string, place: DocumentPlace): boolean {
  const relative = place.relativeText(text) ?? '';
  return (
    isFileAddress(text, place) && (!looksWritten(withBlanks(relative)) || endsAsFile(relative))
  );
}

function isFileAddress(text: string, { isName }: DocumentPlace): boolean {
  return fileAddress.test(text) && isName(text) && !madeUp.test(text);
}

/** What a value says: its text or its IRI; undefined for a blank node and a nil. */
export function saidBy(value: FactValue): string | undefined {
  return value.kind === 'literal' ? value.text.trim() : value.iri;
}

/** What the values of some properties say. */
export function saidIn(node: FactNode, properties: readonly string[]): readonly string[] {
  return node.values(properties).flatMap((value) => saidBy(value) ?? []);
}

/** What nodes that are values of some properties say by others. */
export function saidInside(
  node: FactNode,
  properties: readonly string[],
  inside: readonly string[],
): readonly string[] {
  return nodesIn(node, properties).flatMap((each) => saidIn(each, inside));
}

/** The first of some texts by UTF-16 unit. */
export function leastOf(texts: readonly string[]): string | undefined {
  const [first, ...others] = texts;
  return others.length === 0 ? first : texts.toSorted()[0];
}

/** The persistent identifier that something is called by, where it is resolved. */
function ownPid(value: FactValue, place: DocumentPlace): string | undefined {
  const said = saidBy(value);
  return said === undefined ? undefined : persistentUrl(writtenName(said, place))?.url;
}

/** A text that JSON-LD took for a relative IRI; else the IRI. */
function writtenName(said: string, { relativeText }: DocumentPlace): string {
  const relative = relativeText(said) ?? '';
  return (relative === '' ? said : relative).replace(/#.*/su, '');
}

/**
 * The address that something is called by: a persistent identifier that is no URL where it is
 * resolved. What is called by a part of the document is not found there.
 */
export function nameOf(value: FactValue, place: DocumentPlace): string | undefined {
  const said = saidBy(value);
  if (said === undefined) return undefined;
  const written = writtenName(said, place);
  const pid = /^https?:/iu.test(written) ? undefined : persistentUrl(written);
  if (pid !== undefined) return pid.url;
  return webAddress.test(said) && !said.startsWith(`${place.url}#`) ? said : undefined;
}

/** By which persistent identifier something is cited; a DOI before others. */
export function pidOf(value: FactValue, place: DocumentPlace): string | undefined {
  return ownPid(value, place) ?? identifyingPid(value);
}

const schemes = ['doi', 'ark', 'hdl'] as const;

function identifyingPid(value: FactValue): string | undefined {
  if (value.kind === 'literal') return undefined;
  const pids = identifiersIn(value).flatMap((each) => persistentUrl(each) ?? []);
  const scheme = schemes.find((each) => pids.some((pid) => pid.scheme === each));
  return leastOf(pids.filter((pid) => pid.scheme === scheme).map(({ url }) => url));
}

/**
 * The address of a node: of its content, else the IRI of the node, else its page, identifier or
 * `sameAs`, else a persistent identifier.
 * @param isInPage whether an IRI is that of a part of a page, which has no address of its own
 */
export function addressOf(
  value: FactValue,
  place: DocumentPlace,
  isInPage: (iri: string) => boolean,
): string | undefined {
  if (value.kind === 'literal') return nameOf(value, place);
  const isAddress = (text: string): boolean => isWebAddress(text, place);
  const file = leastOf(saidIn(value, fileTerms.contents).filter(isAddress));
  if (file !== undefined) return file;
  const name = isInPage(value.name) ? undefined : nameOf(value, place);
  return name ?? placeOf(value, isAddress) ?? identifyingPid(value);
}

function placeOf(node: FactNode, isAddress: (text: string) => boolean): string | undefined {
  const encoded = saidInside(node, fileTerms.encodings, fileTerms.contents);
  const page = [...saidIn(node, textTerms.pages), ...encoded];
  const ranked = [page, identifiersIn(node), saidIn(node, textTerms.sameAs)];
  const best = ranked.map((texts) => texts.filter(isAddress)).find(({ length }) => length > 0);
  return leastOf(best ?? []);
}
