import { lackingOf } from './handle-record.ts';
import { lackingAttributes, notImplemented } from './kernel-attributes.ts';
import type { KernelProfile } from './kernel-profiles.ts';
import type { KernelObject, KernelRecord } from './kernel-record.ts';

/**
 * A kernel record as JSON, with attribute names. Checksums include their RFC 6920 URI; each object
 * lists its missing attributes, and its missing mandatory attributes of the profile.
 */
export function kernelJson({ graph, objects }: KernelRecord, profile: KernelProfile): unknown {
  return {
    graph,
    profile: { pid: profile.pid, title: profile.title },
    objects: objects.map((object) => objectJson(object, profile)),
  };
}

/** As `kernelJson` in pieces, because the whole may exceed the maximum string length. */
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
