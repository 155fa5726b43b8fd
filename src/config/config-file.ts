import { readFileSync } from 'node:fs';
import { type Environment, readYaml, type YamlSource } from './yaml-source.ts';
import { ConfigFault, type ConfigMistake } from './config-fault.ts';

/**
 * Reads the text of a configuration.
 * @param file the path for messages
 * @throws {ConfigFault} if the file cannot be read or is not UTF-8
 */
export function readText(file: string, absolute: string): string {
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(absolute);
  } catch (error) {
    throw new ConfigFault(file, [readMistake(error)], { cause: error });
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    const mistake = { key: '', what: 'is not UTF-8', remedy: 'save it as UTF-8' };
    throw new ConfigFault(file, [mistake], { cause: error });
  }
}

function readMistake(error: unknown): ConfigMistake {
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

/**
 * Parses the YAML of a configuration, without checking it against the schema.
 * @throws {ConfigFault} if the text is empty or no YAML
 */
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
