import {
  profileAttributePid,
  type KernelProfile,
  type ProfileAttribute,
} from './kernel-profiles.ts';
import type { KernelObject } from './kernel-record.ts';

/** A kernel record as services that register PIDs take it (application/vnd.datamanager.pid.simple+json). */
export interface HandleRecord {
  /** By what the publisher identifies the object, where that is a DOI or another handle. */
  readonly pid?: string;
  readonly record: readonly HandleEntry[];
}

export interface HandleEntry {
  /** The PID of the attribute's type. */
  readonly key: string;
  readonly value: string;
}

/** What an object has of a profile. What is lacking is left out, also where it is mandatory. */
export function handleRecord(object: KernelObject, profile: KernelProfile): HandleRecord {
  const { pid } = object;
  const entries = profile.attributes.flatMap((attribute) =>
    written(object, attribute).map((value) => ({ key: attribute.pid, value })),
  );
  return {
    ...(pid === undefined ? {} : { pid }),
    record: [{ key: profileAttributePid, value: profile.pid }, ...entries],
  };
}

/** The names of the mandatory attributes that an object does not have, or not in a form that the profile takes. */
export function lackingOf(object: KernelObject, profile: KernelProfile): readonly string[] {
  return profile.attributes
    .filter((attribute) => attribute.mandatory === true && !isWritten(object, attribute))
    .map(({ name }) => name);
}

/** The names of the attributes of a profile of which nothing at all is known. */
export function unsaidOf({ attributes }: KernelObject, profile: KernelProfile): readonly string[] {
  return profile.attributes.flatMap(({ name, from }) => (attributes[from] ? [] : [name]));
}

function isWritten({ attributes }: KernelObject, { from, write }: ProfileAttribute): boolean {
  return attributes[from]?.values.some((value) => write(value) !== undefined) ?? false;
}

function written(
  { attributes }: KernelObject,
  { from, single, write }: ProfileAttribute,
): readonly string[] {
  const values = (attributes[from]?.values ?? []).flatMap((value) => write(value) ?? []);
  const distinct = [...new Set(values)];
  return single === undefined ? distinct : [single(distinct) ?? []].flat();
}
