import { Tokenizer } from 'htmlparser2';

import { parseMediaType } from '../model/media-type.ts';
import { createTagReader, type StartTag } from './tag-reader.ts';

/** A page must declare its encoding within these (WHATWG HTML §4.2.5.4). */
const searchedBytes = 1024;

/**
 * The charset that a page declares in its first 1024 bytes: `<meta charset>`, its `http-equiv`
 * form, or an XML declaration. A page readable as ASCII is not UTF-16, whatever it declares (WHATWG
 * HTML §13.2.3.2).
 */
export function declaredCharset(body: Uint8Array): string | undefined {
  const start = Buffer.from(body.subarray(0, searchedBytes)).toString('latin1');
  const label = xmlEncoding(start) ?? metaCharset(start);
  return label !== undefined && /^utf-?16/iu.test(label) ? 'utf-8' : label;
}

function xmlEncoding(start: string): string | undefined {
  return /^<\?xml\s[^>]*?encoding\s*=\s*["']([^"']+)["']/u.exec(start)?.[1];
}

function metaCharset(start: string): string | undefined {
  let found: string | undefined;
  const tokenizer = new Tokenizer(
    {},
    createTagReader(start, {
      names: new Set(['meta']),
      onStartTag: (tag) => {
        found ??= readMetaCharset(tag);
      },
    }),
  );
  tokenizer.write(start);
  return found;
}

function readMetaCharset({ attributes }: StartTag): string | undefined {
  const charset = attributes.get('charset')?.trim();
  if (charset !== undefined) return charset === '' ? undefined : charset;
  const isContentType = attributes.get('http-equiv')?.trim().toLowerCase() === 'content-type';
  return isContentType ? parseMediaType(attributes.get('content') ?? '').charset : undefined;
}
