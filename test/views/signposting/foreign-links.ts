import parser from 'http-link-header';
import type { TypedLink } from '../../../src/model/typed-link.ts';

/** The links of a `Link` field by another parser, in the form of ours. */
export function foreignLinks(field: string, base: string): readonly Partial<TypedLink>[] {
  const { refs } = parser.parse(field);
  return refs.map(({ rel, uri, type, profile }) =>
    typedLink(base, {
      rel: String(rel),
      target: uri,
      type: typeof type === 'string' ? type : undefined,
      profiles: typeof profile === 'string' ? profile.split(' ') : [],
    }),
  );
}

/** A link as readers give it: absolute, and in the spelling of WHATWG URLs. */
export function typedLink(
  context: string,
  link: { rel: string; target: string; type?: string | undefined; profiles?: readonly string[] },
): Partial<TypedLink> {
  const { rel, target, type, profiles = [] } = link;
  const read = { context: new URL(context).href, rel, target: new URL(target, context).href };
  return Object.assign(read, type === undefined ? {} : { type }, { profiles });
}
