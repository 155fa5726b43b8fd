import { Tokenizer } from 'htmlparser2';
import { createTagReader, type StartTag } from '../tag-reader.ts';

/** What a `<meta>` or `<link>` says. */
export interface PageTag {
  readonly kind: 'meta' | 'link';
  /** `name` or `rel`, in lower case. */
  readonly name: string;
  /** `content` or `href`, not blank. */
  readonly value: string;
  /** Its own `lang`, or that of the page; the empty string where neither has one. */
  readonly language: string;
}

/** No page that is meant for people has so many. */
const maxTags = 1000;

/** The tags of a page that have a name and a value, in document order, the first thousand of them. */
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
  const name = valueOf(tag, nameAttribute).toLowerCase();
  const value = valueOf(tag, valueAttribute);
  if (name === '' || value === '') return [];
  return [{ kind, name, value, language: languageOf(tag) || pageLanguage }];
}

function languageOf(tag: StartTag): string {
  return valueOf(tag, 'lang') || valueOf(tag, 'xml:lang');
}

function valueOf({ attributes }: StartTag, name: string): string {
  return attributes.get(name)?.trim() ?? '';
}
