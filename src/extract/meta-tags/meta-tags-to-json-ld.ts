import { parsedUrl } from '../../text/parsed-url.ts';
import { authorProperties, citationProperties, type CitationProperty } from './citation.ts';
import { dublinCoreProperty } from './dublin-core.ts';
import { readPageTags, type PageTag } from './page-tags.ts';

type Value = { readonly '@value': string; readonly '@language'?: string } | Node;

/** A node object of expanded JSON-LD. */
interface Node {
  '@id'?: string;
  '@type'?: string;
  [property: `http${string}`]: Value[];
}

const prefix = 'citation_';
const schemaName = 'http://schema.org/name';
const dctermsType = 'http://purl.org/dc/terms/type';

/**
 * Converts the Dublin Core and Highwire Press tags of a page to a JSON-LD document about the page
 * (DC-HTML §2: the described resource is the document with the tags); undefined without such tags.
 * Its type is the dataset or collection that Dublin Core tags name, else a creative work.
 * @param url the described page, and the base of relative URLs
 */
export function metaTagsToJsonLd(html: string, url: string): string | undefined {
  const description = new Description(url);
  for (const tag of readPageTags(html)) description.take(tag);
  return description.end();
}

class Description {
  readonly #url: string;
  readonly #node: Node;
  #author: Node | undefined;
  #type = 'CreativeWork';
  #isEmpty = true;

  constructor(url: string) {
    this.#url = url;
    this.#node = { '@id': url };
  }

  take(tag: PageTag): void {
    const dublinCore = dublinCoreProperty(tag.name);
    if (dublinCore !== undefined) this.#takeDublinCore(dublinCore, tag);
    else if (tag.kind === 'meta' && tag.name.startsWith(prefix)) {
      this.#takeCitation(tag.name.slice(prefix.length), tag);
    }
  }

  end(): string | undefined {
    if (this.#isEmpty) return undefined;
    this.#node['@type'] = `http://schema.org/${this.#type}`;
    return JSON.stringify([this.#node]);
  }

  #takeDublinCore(property: string, tag: PageTag): void {
    const type = /^(?:dataset|collection)$/iu.exec(tag.value)?.[0].toLowerCase();
    if (property === dctermsType && type !== undefined) {
      this.#type = type === 'dataset' ? 'Dataset' : 'Collection';
    }
    this.#state(
      this.#node,
      property,
      tag.kind === 'link' ? this.#reference(tag.value) : toTextValue(tag),
    );
  }

  #takeCitation(name: string, tag: PageTag): void {
    const ofAuthor = authorProperties.get(name);
    if (ofAuthor !== undefined) {
      // Without a preceding author it has no subject.
      if (this.#author !== undefined) this.#citation(this.#author, ofAuthor, tag);
      return;
    }
    const known = citationProperties.get(name);
    if (known === undefined) return;
    const value = this.#citation(this.#node, known, tag);
    if (name === 'author' && !('@value' in value)) this.#author = value;
  }

  #citation(node: Node, { property, value: form }: CitationProperty, tag: PageTag): Value {
    const value = this.#valueOf(form, tag);
    this.#state(node, property, value);
    return value;
  }

  #valueOf(form: CitationProperty['value'], tag: PageTag): Value {
    if (form === 'text') return toTextValue(tag);
    if (form === 'iri') return this.#reference(tag.value);
    if ('named' in form) return { '@type': form.named, [schemaName]: [{ '@value': tag.value }] };
    return {
      '@type': 'http://schema.org/MediaObject',
      'http://schema.org/contentUrl': [this.#reference(tag.value)],
      'http://schema.org/encodingFormat': [{ '@value': form.file }],
    };
  }

  #state(node: Node, property: string, value: Value): void {
    this.#isEmpty = false;
    const name = property as `http${string}`; // all properties in the tables begin so
    const values = node[name];
    if (values === undefined) node[name] = [value];
    else values.push(value);
  }

  /** An unresolvable URL stays text. */
  #reference(value: string): Value {
    const iri = parsedUrl(value, this.#url)?.href;
    return iri === undefined ? { '@value': value } : { '@id': iri };
  }
}

/** Only prose gets the page's language, not codes, numbers or dates. */
function toTextValue({ value, language }: PageTag): Value {
  const isProse = language !== '' && /\p{L}{2}\s+\p{L}/u.test(value);
  return isProse ? { '@value': value, '@language': language } : { '@value': value };
}
