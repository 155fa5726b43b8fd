import { lackingOf } from './handle-record.ts';
import { lackingAttributes, notImplemented } from './kernel-attributes.ts';
import type { KernelProfile } from './kernel-profiles.ts';
import type { KernelObject, KernelRecord } from './kernel-record.ts';

/**
 * A kernel record as JSON with the names of the attributes. Of a checksum its RFC 6920 URI, where it has one; of each object
 * what is lacking of all attributes, and what of the mandatory ones of the profile.
 */
export function kernelJson({ graph, objects }: KernelRecord, profile: KernelProfile): unknown {
  return {
    graph,
    profile: { pid: profile.pid, title: profile.title },
    objects: objects.map((object) => objectJson(object, profile)),
  };
}

/** The same as the parts of one text, an object each: the whole may be longer than a text can be. */
export function* kernelJsonText(
  { graph, objects }: KernelRecord,
  profile: KernelProfile,
): Generator<string> {
  const { pid, title } = profile;
  yield `{"graph":${JSON.stringify(graph)},"profile":${JSON.stringify({ pid, title })},"objects":[`;
  for (const [at, object] of objects.entries()) {
    yield `${at === 0 ? '' : ','}${JSON.stringify(objectJson(object, profile))}`;
  }
  yield ']}\n';
}

function objectJson(object: KernelObject, profile: KernelProfile): unknown {
  const { kind, iri, name, pid, in: within, attributes } = object;
  return {
    kind,
    ...(iri === undefined ? {} : { iri }),
    ...(name === undefined ? {} : { name }),
    ...(pid === undefined ? {} : { pid }),
    ...(within === undefined ? {} : { in: within }),
    attributes,
    lacking: lackingAttributes(attributes),
    lackingOfProfile: lackingOf(object, profile),
    notImplemented: [notImplemented],
  };
}
