import { nodesIn, type FactNode, type FactValue } from '../../facts/record/fact-node.ts';
import { identifiersIn } from '../../facts/record/read-identifiers.ts';
import { fileTerms, textTerms } from '../../facts/record/text-terms.ts';
import { createRelativeText, type RelativeText } from '../../facts/text/relative-text.ts';
import { createNameTest, type NameTest } from '../../facts/text/usable-name.ts';
import { endsAsFile, looksWritten } from '../../facts/text/written-name.ts';
import { withBlanks } from '../../rdf/iri-spellings.ts';
import { persistentUrl } from '../../rdf/resolvable.ts';

/** The document of a record, to distinguish texts from IRIs. */
export interface DocumentPlace {
  readonly url: string;
  readonly isName: NameTest;
  readonly relativeText: RelativeText;
}

/**
 * Creates the context of a document.
 * @param graph the IRI of the record graph
 */
export function documentPlace(graph: string): DocumentPlace {
  const url = graph.replace(/#.*/su, '');
  return { url, isName: createNameTest(url), relativeText: createRelativeText(url) };
}

const webAddress = /^https?:\/\/[^\s<>"{}|\\^`]+$/iu;
const fileAddress = /^(?:https?|s?ftps?|s3|gs):\/\/[^\s<>"{}|\\^`]+$/iu;
/** Documents of a folder without configured base have made-up addresses (RFC 2606). */
const madeUpAddress = /^https?:\/\/[^/]+\.invalid(?:[/:]|$)/iu;

/** Whether a text is a web address, and no nil. */
export function isWebAddress(text: string, { isName }: DocumentPlace): boolean {
  return webAddress.test(text) && isName(text);
}

/**
 * Whether a text can be a link target: an address that was not expanded from a text in place of an
 * IRI.
 */
export function isTarget(text: string, place: DocumentPlace): boolean {
  const relative = place.relativeText(text) ?? '';
  return isFileAddress(text, place) && !looksWritten(withBlanks(relative));
}

/** As `isTarget` for content, whose file name may contain blanks. */
export function isContentAddress(text: string, place: DocumentPlace): boolean {
  const relative = place.relativeText(text) ?? '';
  return (
    isFileAddress(text, place) && (!looksWritten(withBlanks(relative)) || endsAsFile(relative))
  );
}

function isFileAddress(text: string, { isName }: DocumentPlace): boolean {
  return fileAddress.test(text) && isName(text) && !madeUpAddress.test(text);
}

/** The text or IRI of a value; undefined for blank nodes and nils. */
export function saidBy(value: FactValue): string | undefined {
  return value.kind === 'literal' ? value.text.trim() : value.iri;
}

/** The texts and IRIs of the properties. */
export function saidIn(node: FactNode, properties: readonly string[]): readonly string[] {
  return node.values(properties).flatMap((value) => saidBy(value) ?? []);
}

/** The texts and IRIs of properties of nested nodes. */
export function saidInside(
  node: FactNode,
  properties: readonly string[],
  inside: readonly string[],
): readonly string[] {
  return nodesIn(node, properties).flatMap((each) => saidIn(each, inside));
}

/** The smallest text by UTF-16 unit. */
export function leastOf(texts: readonly string[]): string | undefined {
  const [first, ...others] = texts;
  return others.length === 0 ? first : texts.toSorted()[0];
}

/** The resolver URL, if the name of a value is a persistent identifier. */
function ownPersistentUrl(value: FactValue, place: DocumentPlace): string | undefined {
  const said = saidBy(value);
  return said === undefined ? undefined : persistentUrl(writtenOrIri(said, place))?.url;
}

/** The text that JSON-LD took for a relative IRI, else the IRI. */
function writtenOrIri(said: string, { relativeText }: DocumentPlace): string {
  const relative = relativeText(said) ?? '';
  return (relative === '' ? said : relative).replace(/#.*/su, '');
}

/**
 * The web address in the name of a value, or the resolver URL of a persistent identifier. A
 * fragment of the document is no address.
 */
export function nameOf(value: FactValue, place: DocumentPlace): string | undefined {
  const said = saidBy(value);
  if (said === undefined) return undefined;
  const written = writtenOrIri(said, place);
  const pid = /^https?:/iu.test(written) ? undefined : persistentUrl(written);
  if (pid !== undefined) return pid.url;
  return webAddress.test(said) && !said.startsWith(`${place.url}#`) ? said : undefined;
}

/** The resolver URL of the persistent identifier to cite, a DOI first. */
export function pidOf(value: FactValue, place: DocumentPlace): string | undefined {
  return ownPersistentUrl(value, place) ?? persistentUrlOfIdentifiers(value);
}

const schemes = ['doi', 'ark', 'hdl'] as const;

function persistentUrlOfIdentifiers(value: FactValue): string | undefined {
  if (value.kind === 'literal') return undefined;
  const pids = identifiersIn(value).flatMap((each) => persistentUrl(each) ?? []);
  const scheme = schemes.find((each) => pids.some((pid) => pid.scheme === each));
  return leastOf(pids.filter((pid) => pid.scheme === scheme).map(({ url }) => url));
}

/**
 * The address of a node: of its content, else its IRI, else its page, identifier or `sameAs`, else
 * a persistent identifier.
 * @param isInPage whether an IRI is a fragment of a page, without an address of its own
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
  return name ?? addressOfPage(value, isAddress) ?? persistentUrlOfIdentifiers(value);
}

function addressOfPage(node: FactNode, isAddress: (text: string) => boolean): string | undefined {
  const encoded = saidInside(node, fileTerms.encodings, fileTerms.contents);
  const page = [...saidIn(node, textTerms.pages), ...encoded];
  const ranked = [page, identifiersIn(node), saidIn(node, textTerms.sameAs)];
  const best = ranked.map((texts) => texts.filter(isAddress)).find(({ length }) => length > 0);
  return leastOf(best ?? []);
}
