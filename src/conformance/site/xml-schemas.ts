import { readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type * as libxml2 from 'libxml2-wasm';
import type { ErrorDetail, XmlDocument, XmlInputProvider, XsdValidator } from 'libxml2-wasm';
import { UsageFault } from '../../model/fault.ts';
import { parseUrl } from '../../text/parsed-url.ts';
import { escapeControls } from '../../text/printable.ts';

/** libxml2, loaded when it is needed first. */
export type Libxml2 = typeof libxml2;

/** An XSD that the user mapped to a namespace. */
export interface MappedSchema {
  /** The empty text for documents without a namespace. */
  readonly namespace: string;
  /** The path of the XSD, absolute. */
  readonly file: string;
}

/** A fault of a document, as libxml2 tells it. */
export interface XmlFault {
  readonly detail: string;
  readonly line: number;
}

/** Compiled XSDs by namespace. */
export interface XmlSchemas {
  /**
   * Validates a document.
   * @returns the faults in document order; `failed` where the validator gives up, without a
   *   reason: at entities of a DTD, or at a pattern that takes too many steps; undefined where no
   *   schema is mapped to the namespace
   */
  readonly validate: (
    document: XmlDocument,
    namespace: string,
  ) => readonly XmlFault[] | 'failed' | undefined;
  readonly dispose: () => void;
}

/**
 * The options for parsing: no network, no external entities, no catalogues, and the limits of
 * libxml2 (256 levels, 10 MB a text) in force. Entities are not substituted.
 */
export function parseOptions({ ParseOption: option }: Libxml2): number {
  return (
    option.XML_PARSE_NONET |
    option.XML_PARSE_NO_XXE |
    option.XML_PARSE_NO_SYS_CATALOG |
    option.XML_PARSE_BIG_LINES |
    option.XML_PARSE_COMPACT
  );
}

/**
 * Reads and compiles XSDs. What they include and import is read from their own folders and below,
 * or is a mapped schema where the import names its namespace; nothing else is read, and nothing is
 * requested.
 * @throws {UsageFault} for a file that cannot be read or compiled
 */
export async function openXmlSchemas(mapping: readonly MappedSchema[]): Promise<XmlSchemas> {
  const validators = new Map<string, XsdValidator>();
  const dispose = (): void => {
    for (const validator of validators.values()) validator.dispose();
    validators.clear();
  };
  if (mapping.length === 0) return { validate: () => undefined, dispose };
  const lib = await import('libxml2-wasm');
  try {
    for (const schema of mapping) {
      validators.set(schema.namespace, new SchemaCompiler(lib, mapping).compile(schema));
    }
  } catch (error) {
    dispose();
    throw error;
  }
  const validate: XmlSchemas['validate'] = (document, namespace) => {
    const validator = validators.get(namespace);
    if (validator === undefined) return undefined;
    try {
      validator.validate(document);
      return [];
    } catch (error) {
      if (error instanceof lib.XmlValidateError) return gravestOf(error.details).map(toFault);
      if (error instanceof lib.XmlError) return 'failed';
      throw error;
    }
  };
  return { validate, dispose };
}

/** Without warnings. */
function gravestOf(details: readonly ErrorDetail[]): readonly ErrorDetail[] {
  return details.filter(({ level }) => level > 1);
}

function toFault({ message, line }: ErrorDetail): XmlFault {
  return { detail: message.trim().replace(/\.$/u, ''), line };
}

/** A schema file under the URL by which libxml2 knows it. */
interface SchemaFile {
  readonly url: string;
  readonly file: string;
  /** The folder that its references must not leave; with a separator at its end. */
  readonly folder: string;
}

/** Compiles one schema with all files that it includes and imports. */
class SchemaCompiler {
  readonly #lib: Libxml2;
  readonly #mapping: readonly MappedSchema[];
  readonly #contents = new Map<string, Uint8Array>();
  readonly #files = new Map<string, string>();
  /** The references that were not followed, in words. */
  readonly #refused: string[] = [];

  constructor(lib: Libxml2, mapping: readonly MappedSchema[]) {
    this.#lib = lib;
    this.#mapping = mapping;
  }

  compile(schema: MappedSchema): XsdValidator {
    const root = mappedFile(schema, pathToFileURL(schema.file).href);
    const waiting = [root];
    // The list grows while it is iterated.
    for (const each of waiting) waiting.push(...this.#read(each));
    const document = this.#parse(root);
    const { xmlRegisterInputProvider, xmlCleanupInputProvider, XsdValidator: Xsd } = this.#lib;
    xmlRegisterInputProvider(this.#provider());
    try {
      return Xsd.fromDoc(document);
    } catch (error) {
      throw this.#toFault(error, root);
    } finally {
      // From here on, nothing can be read.
      xmlCleanupInputProvider();
      document.dispose();
    }
  }

  /** Reads a file once. @returns those that it refers to */
  #read(schema: SchemaFile): readonly SchemaFile[] {
    if (this.#contents.has(schema.url)) return [];
    this.#contents.set(schema.url, readSchemaFile(schema.file));
    this.#files.set(schema.url, schema.file);
    const document = this.#parse(schema);
    try {
      return document
        .find('/xs:schema/*[@schemaLocation]', { xs: 'http://www.w3.org/2001/XMLSchema' })
        .flatMap((reference) => {
          const attribute = (name: string): string | undefined => {
            const found = reference.get(`@${name}`);
            return found === null ? undefined : found.content.trim();
          };
          const location = attribute('schemaLocation') ?? '';
          const found = this.#resolve(location, attribute('namespace'), schema);
          if (found === undefined) this.#refused.push(`${location} (in ${schema.file})`);
          return found ?? [];
        });
    } finally {
      document.dispose();
    }
  }

  #resolve(
    location: string,
    namespace: string | undefined,
    from: SchemaFile,
  ): SchemaFile | undefined {
    const url = parseUrl(location, from.url)?.href;
    if (url === undefined) return undefined;
    const mapped = this.#mapping.find((each) => each.namespace === namespace);
    if (mapped !== undefined) return mappedFile(mapped, url);
    // The URL of a mapped schema may be that of the reference to it.
    const local = parseUrl(location, pathToFileURL(from.file).href);
    if (local?.protocol !== 'file:' || local.host !== '') return undefined;
    const file = realPath(fileURLToPath(local));
    return file?.startsWith(from.folder) === true ? { url, file, folder: from.folder } : undefined;
  }

  #parse({ url, file }: SchemaFile): XmlDocument {
    const bytes = this.#contents.get(url) ?? readSchemaFile(file);
    try {
      return this.#lib.XmlDocument.fromBuffer(bytes, { url, option: parseOptions(this.#lib) });
    } catch (error) {
      throw this.#toFault(error, { url, file });
    }
  }

  /** Gives libxml2 the files that were read, and no others. */
  #provider(): XmlInputProvider {
    const { openBuffer, readBuffer, closeBuffer } = this.#lib;
    const contentOf = (name: string): Uint8Array | undefined => {
      return this.#contents.get(parseUrl(name)?.href ?? '');
    };
    return {
      // All names, so that no other way of reading is tried.
      match: () => true,
      open: (name) => {
        const content = contentOf(name);
        return content === undefined ? undefined : openBuffer(content);
      },
      read: (descriptor, buffer) => readBuffer(descriptor, buffer),
      close: (descriptor) => {
        closeBuffer(descriptor);
        return true;
      },
    };
  }

  #toFault(error: unknown, at: Pick<SchemaFile, 'url' | 'file'>): unknown {
    if (!(error instanceof this.#lib.XmlLibError)) return error;
    const [first] = gravestOf(error.details);
    const { file: url = at.url, line = 0 } = first ?? {};
    const file = this.#files.get(parseUrl(url)?.href ?? url) ?? at.file;
    const [refused] = this.#refused;
    const remedy =
      refused === undefined
        ? 'Correct the schema, or map the namespace to another file'
        : `It refers to ${refused}, which is not read. Copy that file into the folder of the ` +
          'schema and name it there, or map its namespace to a file as well';
    const detail = first === undefined ? error.message : toFault(first).detail;
    const where = line > 0 ? `${file}:${line}` : file;
    const message = `${where}: the XML schema cannot be used: ${detail.trim()}. ${remedy}.`;
    return new UsageFault(escapeControls(message), { cause: error });
  }
}

function mappedFile({ file }: MappedSchema, url: string): SchemaFile {
  const real = realPath(file) ?? file;
  const folder = dirname(real);
  return { url, file: real, folder: folder.endsWith(sep) ? folder : folder + sep };
}

/** The path without symbolic links, which may leave a folder. */
function realPath(file: string): string | undefined {
  try {
    return realpathSync(file);
  } catch {
    return undefined;
  }
}

function readSchemaFile(file: string): Uint8Array {
  let reason = 'not a file';
  let cause: unknown;
  try {
    // A device or a pipe may be without end.
    if (statSync(file).isFile()) return readFileSync(file);
  } catch (error) {
    reason = String((error as NodeJS.ErrnoException).code); // as the file system throws
    cause = error;
  }
  const message = `${file}: the XML schema cannot be read (${reason}). Map its namespace to an XSD.`;
  throw new UsageFault(escapeControls(message), { cause });
}
