import type { XmlDocument } from 'libxml2-wasm';
import { type Libxml2, parseOptions, type XmlFault, type XmlSchemas } from './xml-schemas.ts';

/** The result of checking an XML document. */
export type XmlResult =
  | { readonly kind: 'malformed'; readonly fault: XmlFault & { readonly column: number } }
  /** `namespace` is that of the root element, or what stands for it. */
  | { readonly kind: 'valid' | 'no-schema'; readonly namespace: string }
  /**
   * It could not be validated: it uses entities that its DTD may declare elsewhere, or the
   * validator gave up.
   */
  | { readonly kind: 'has-entities' | 'unvalidated' }
  | {
      readonly kind: 'invalid';
      readonly namespace: string;
      readonly first: XmlFault;
      /** How many faults there are. */
      readonly count: number;
    };

/**
 * Checks whether a document is well-formed, and valid by the schema of the namespace of its root
 * element. The document has its own encoding, and its entities are not expanded.
 * @param profile stands for the namespace where the document has none
 */
export async function checkXml(
  bytes: Uint8Array,
  schemas: XmlSchemas,
  profile = '',
): Promise<XmlResult> {
  const lib = await import('libxml2-wasm');
  let document: XmlDocument;
  try {
    document = lib.XmlDocument.fromBuffer(bytes, { option: parseOptions(lib) });
  } catch (error) {
    return { kind: 'malformed', fault: faultOf(error, lib) };
  }
  try {
    const own = document.root.namespaceUri;
    const namespaces = own === '' ? [profile, ''] : [own];
    for (const namespace of namespaces) {
      const faults = schemas.validate(document, namespace);
      if (faults === undefined) continue;
      // Without a DTD, a document with such entities is not well-formed.
      if (faults === 'failed') {
        return { kind: document.dtd === null ? 'unvalidated' : 'has-entities' };
      }
      const [first] = faults;
      if (first === undefined) return { kind: 'valid', namespace };
      return { kind: 'invalid', namespace, first, count: faults.length };
    }
    return { kind: 'no-schema', namespace: own };
  } finally {
    document.dispose();
  }
}

/** The first fault that makes a document not well-formed. */
function faultOf(error: unknown, lib: Libxml2): XmlFault & { readonly column: number } {
  if (!(error instanceof lib.XmlLibError)) throw error;
  const { message, line, col } = error.details.find(({ level }) => level > 1) ?? {
    message: error.message,
    line: 1,
    col: 1,
  };
  // The remark on an option of libxml2 is of no use to a publisher.
  const detail = message
    .trim()
    .replace(/(?:, use| try) XML_PARSE_HUGE(?: option)?|, see xmlCtxt\w+/u, '');
  return {
    detail: detail.replace(/[.,]$/u, ''),
    line: Math.max(line, 1),
    column: Math.max(col, 1),
  };
}
