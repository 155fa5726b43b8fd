import { Tokenizer } from 'htmlparser2';
import { createTagReader, type StartTag } from '../tag-reader.ts';

/** The content of a `<meta>` or `<link>`. */
export interface PageTag {
  readonly kind: 'meta' | 'link';
  /** `name` or `rel`, in lower case. */
  readonly name: string;
  /** `content` or `href`, not blank. */
  readonly value: string;
  /** Its own `lang`, or that of the page; the empty string where neither has one. */
  readonly language: string;
}

/** Pages for people have fewer. */
const maxTags = 1000;

/** The first thousand tags with a name and a value, in document order. */
export function readPageTags(html: string): readonly PageTag[] {
  const tags: PageTag[] = [];
  let pageLanguage = '';
  const reader = createTagReader(html, {
    names: new Set(['html', 'meta', 'link']),
    onStartTag(tag) {
      if (tag.name === 'html') pageLanguage = languageOf(tag);
      else if (tags.length < maxTags) tags.push(...readTag(tag, pageLanguage));
    },
  });
  const tokenizer = new Tokenizer({}, reader);
  tokenizer.write(html);
  tokenizer.end();
  return tags;
}

function readTag(tag: StartTag, pageLanguage: string): readonly PageTag[] {
  const kind = tag.name === 'meta' ? 'meta' : 'link';
  const [nameAttribute, valueAttribute] = kind === 'meta' ? ['name', 'content'] : ['rel', 'href'];
  const name = attributeOf(tag, nameAttribute).toLowerCase();
  const value = attributeOf(tag, valueAttribute);
  if (name === '' || value === '') return [];
  return [{ kind, name, value, language: languageOf(tag) || pageLanguage }];
}

function languageOf(tag: StartTag): string {
  return attributeOf(tag, 'lang') || attributeOf(tag, 'xml:lang');
}

function attributeOf({ attributes }: StartTag, name: string): string {
  return attributes.get(name)?.trim() ?? '';
}
