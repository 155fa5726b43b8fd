import { readFileSync } from 'node:fs';
import { type Environment, readYaml, type YamlSource } from './yaml-source.ts';
import { ConfigFault, type ConfigMistake } from './config-fault.ts';

/**
 * The text of a configuration.
 * @param file as it is named in what is said of it
 * @throws {ConfigFault} when it cannot be read
 */
export function readText(file: string, absolute: string): string {
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(absolute);
  } catch (error) {
    throw new ConfigFault(file, [unreadable(error)], { cause: error });
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    const mistake = { key: '', what: 'is not UTF-8', remedy: 'save it as UTF-8' };
    throw new ConfigFault(file, [mistake], { cause: error });
  }
}

function unreadable(error: unknown): ConfigMistake {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return {
        key: '',
        what: 'there is no such file',
        remedy: 'name another, or write one with: cdif-graph init',
      };
    case 'EISDIR':
      return { key: '', what: 'is a directory', remedy: 'name the file in it' };
    default:
      return { key: '', what: `cannot be read (${code})`, remedy: 'check its permissions' };
  }
}

/** Reads the text, but does not check what it says. @throws {ConfigFault} when there is nothing to check */
export function readSource(file: string, text: string, env: Environment): YamlSource {
  const source = readYaml(text, env);
  if (source.value === undefined && source.mistakes.length > 0) {
    throw new ConfigFault(file, source.mistakes);
  }
  if (source.value === null) {
    const remedy = 'write one with: cdif-graph init';
    throw new ConfigFault(file, [{ key: '', what: 'is empty', remedy }]);
  }
  return source;
}
