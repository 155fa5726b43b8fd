import {
  profileAttributePid,
  type KernelProfile,
  type ProfileAttribute,
} from './kernel-profiles.ts';
import type { KernelObject } from './kernel-record.ts';

/**
 * A kernel record in the format of PID registration services
 * (application/vnd.datamanager.pid.simple+json).
 */
export interface HandleRecord {
  /** The identifier of the object, if it is a DOI or another handle. */
  readonly pid?: string;
  readonly record: readonly HandleEntry[];
}

export interface HandleEntry {
  /** The PID of the attribute's type. */
  readonly key: string;
  readonly value: string;
}

/**
 * The attributes of a profile that an object has. Missing ones are left out, even mandatory ones.
 */
export function handleRecord(object: KernelObject, profile: KernelProfile): HandleRecord {
  const { pid } = object;
  const entries = profile.attributes.flatMap((attribute) =>
    formatValues(object, attribute).map((value) => ({ key: attribute.pid, value })),
  );
  return {
    ...(pid === undefined ? {} : { pid }),
    record: [{ key: profileAttributePid, value: profile.pid }, ...entries],
  };
}

/** The names of mandatory attributes that an object does not have in a valid form. */
export function lackingOf(object: KernelObject, profile: KernelProfile): readonly string[] {
  return profile.attributes
    .filter((attribute) => attribute.mandatory === true && !hasValidValue(object, attribute))
    .map(({ name }) => name);
}

/** The names of the profile's attributes without any value. */
export function unsaidOf({ attributes }: KernelObject, profile: KernelProfile): readonly string[] {
  return profile.attributes.flatMap(({ name, from }) => (attributes[from] ? [] : [name]));
}

function hasValidValue({ attributes }: KernelObject, { from, write }: ProfileAttribute): boolean {
  return attributes[from]?.values.some((value) => write(value) !== undefined) ?? false;
}

function formatValues(
  { attributes }: KernelObject,
  { from, single, write }: ProfileAttribute,
): readonly string[] {
  const values = (attributes[from]?.values ?? []).flatMap((value) => write(value) ?? []);
  const distinct = [...new Set(values)];
  return single === undefined ? distinct : [single(distinct) ?? []].flat();
}
