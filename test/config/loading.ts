import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { ConfigFault } from '../../src/config/config-fault.ts';
import type { LoadOptions } from '../../src/config/config-file.ts';
import { loadConfig, type LoadedConfig } from '../../src/config/load.ts';

/** A configuration that says only what it must. */
export const minimal = `store: { path: ./catalogue }
sources:
  - name: a
    site: https://a.example.org/
`;

/** An empty temporary directory for configurations, which is removed after the test. */
export function temporaryDirectory(): string {
  const path = mkdtempSync(join(tmpdir(), 'cdif-graph-config-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** Loads a text as `config.yaml` of an empty directory. */
export function load(text: string | Uint8Array, options: Partial<LoadOptions> = {}): LoadedConfig {
  const cwd = temporaryDirectory();
  writeFileSync(join(cwd, 'config.yaml'), text);
  return loadConfig('config.yaml', { env: {}, cwd, ...options });
}

/** The fault that loading a text ends in. */
export function faultOf(
  text: string | Uint8Array,
  options: Partial<LoadOptions> = {},
): ConfigFault {
  return faultIn(() => load(text, options));
}

/** The fault that a call ends in. */
export function faultIn(call: () => unknown): ConfigFault {
  try {
    call();
  } catch (error) {
    if (error instanceof ConfigFault) return error;
    throw error;
  }
  throw new Error('There was no fault');
}

/** What is wrong with a text, a line each. */
export function complaints(text: string, options: Partial<LoadOptions> = {}): readonly string[] {
  return faultOf(text, options).message.split('\n');
}
